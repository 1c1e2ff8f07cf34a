// API tokens: `ssw_` and 32 random bytes. They are looked up by their SHA-256, which is enough for
// what cannot be guessed.
import { createHash } from 'node:crypto'
import { randomText } from '../http/random.ts'

const PREFIX_LENGTH = 12

export const hashOfApiToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function makeApiToken() {
  const token = `ssw_${randomText(32)}`
  return { token, prefix: token.slice(0, PREFIX_LENGTH), token_hash: hashOfApiToken(token) }
}

/** The API token of a request; the console sends tokens of another form. */
export const apiTokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer (ssw_[\w-]{43})$/.exec(authorization ?? '')?.[1]
