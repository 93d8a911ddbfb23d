"""`python -m zermelo` is the command `zermelo`."""

from zermelo.play.command_line import main

raise SystemExit(main())
