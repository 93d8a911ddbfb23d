// OpenSpiel's own C++ alpha-beta, called from its Python wheel: see openspiel_native.py.
#include <memory>
#include <string>

#include "open_spiel/algorithms/minimax.h"
#include "open_spiel/spiel.h"

extern "C" double value_of(const char* name, int depth, int use_undo) {
  static std::string loaded;
  static std::shared_ptr<const open_spiel::Game> game;
  if (loaded != name) {
    loaded = name;
    game = open_spiel::LoadGame(loaded);
  }
  std::unique_ptr<open_spiel::State> state = game->NewInitialState();
  auto nothing_known = [](const open_spiel::State&) { return 0.0; };
  return open_spiel::algorithms::AlphaBetaSearch(*game, state.get(), nothing_known, depth, 0, use_undo != 0).first;
}
