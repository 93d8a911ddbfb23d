"""The command line and the terminal.

command_line    puts the commands together; `main` is the program `zermelo`
best, play, games, count, perft    one file a command
loading         what GAME and POSITION mean
words           values and results in words
running         a search with a live line, which Ctrl-C ends early
console         printing that takes every text as it is
faults          every error as one message; `signatures` what rules are called with
"""
