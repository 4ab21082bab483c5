"""The rules engine that all games share: state, frames, legal actions, chance, events, scores. Imports no other
package of Meute and no third-party library but mypyc's runtime."""
