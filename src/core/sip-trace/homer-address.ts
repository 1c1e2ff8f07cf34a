// Where copies of traced SIP messages go: a server that takes HEP over UDP, such as Homer.

export interface HomerAddress {
  readonly host: string
  readonly port: number
}

/** Reads `host:port`, an IPv6 address in brackets; undefined if it is neither. */
export function readHomerAddress(text: string): HomerAddress | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host && port >= 1 && port <= 65_535 ? { host, port } : undefined
}
