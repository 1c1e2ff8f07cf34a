// The addresses of the switch of the demo, and of an attacker with guessed passwords.

export const SWITCH = '127.0.60.1'
export const ATTACKER = '127.0.61.99'
