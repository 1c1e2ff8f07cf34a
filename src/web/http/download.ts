import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { sendForFile } from './client.ts'

/**
 * Fetches an export with the bearer, which a plain link could not carry, and saves it under the
 * name, or else under that of the server.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  file?: string,
): Promise<void> {
  const { blob, name } = await sendForFile(endpoint, call)
  saveBlob(blob, file ?? name)
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
