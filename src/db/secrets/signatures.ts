// Texts that the product signs for itself, so that it knows them when they come back. Each kind has
// a key of its own: a text of one kind, whatever a user makes of it, is none of another
// (docs/threats.md lists them).
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const KEY_BYTES = 32

/** A key for this purpose alone: it says nothing of the secret, nor of the other keys of it. */
export const keyFor = (purpose: string, secret: string, bytes = KEY_BYTES): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `softswitch ${purpose}`, bytes))

export type SignedKind = 'anti-forgery token' | 'known browser' | 'delivery page' | 'node proof'

/** With the length of each field, so that no field can be read as two. */
export function signature(
  kind: SignedKind,
  secret: string,
  fields: readonly (string | number)[],
): Buffer {
  const hmac = createHmac('sha256', keyFor(kind, secret))
  for (const field of fields.map(String)) hmac.update(`${Buffer.byteLength(field)} ${field} `)
  return hmac.digest()
}

/** Whether `given` is this signature; it takes as long for a wrong one as for a right one. */
export function isSignature(given: Buffer, ...parts: Parameters<typeof signature>): boolean {
  const right = signature(...parts)
  return given.length === right.length && timingSafeEqual(given, right)
}
