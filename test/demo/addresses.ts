// Where the switch of the demo listens, the address of its tunnel, and one that it does not know.

export const SWITCH = '127.0.60.1'
export const SECOND_ADDRESS = '127.0.60.2'
export const STRANGER = '127.0.61.99'
