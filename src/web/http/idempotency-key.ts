import { secretBytes } from '../ui/random.ts'

/**
 * A random UUID by which the server knows a repeated request. Made by hand, because
 * crypto.randomUUID is missing where the console is not served over TLS.
 */
export function makeIdempotencyKey(): string {
  const bytes = secretBytes(16)
  // Version 4, variant 1 (RFC 9562 §5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
