// The only randomness of the supervisor. It makes secrets, so it is not an argument: nothing but
// the generator of the machine is good enough.
import { randomBytes, randomInt } from 'node:crypto'

/** Bytes for a key or a nonce. */
export const makeBytes = (bytes: number): Buffer => randomBytes(bytes)

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

export const randomLetters = (letters: string, length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
