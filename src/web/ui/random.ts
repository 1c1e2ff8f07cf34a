/** Bytes that nobody can guess. */
export const secretBytes = (count: number): Uint8Array =>
  crypto.getRandomValues(new Uint8Array(count))
