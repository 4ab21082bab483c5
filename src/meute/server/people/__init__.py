"""People: guests with their devices, passkeys, recovery codes, data export, companions and blocks."""
