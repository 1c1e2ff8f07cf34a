// The only randomness of the API. It makes secrets, so it is not an argument: nothing but the
// generator of the machine is good enough.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'

export const randomId = (): string => randomUUID()

export const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url')

export const randomLetters = (letters: string, length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** In the alphabet of plain base64, where a format of others has it. */
export const randomBase64 = (bytes: number): string => randomBytes(bytes).toString('base64')

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')
