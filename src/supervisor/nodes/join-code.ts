// The one-time code of a node, as the console shows it: its number, and 128 bits.

export const JOIN_CODE = /^(\d{1,15})-([0-9a-f]{32})$/
