/** Bytes that are impossible to guess. */
export const secretBytes = (count: number): Uint8Array =>
  crypto.getRandomValues(new Uint8Array(count))
