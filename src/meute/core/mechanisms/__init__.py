"""Base frames for mechanisms that several games share: auction, sealed choice, vote, reaction."""
