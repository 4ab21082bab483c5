"""The kernel: frames on a stack, chance as a seat, events, scores. Pure: it imports typing and itself."""
