/** As a gateway's address is written in a call record. */
export const addressAndPort = (address: string, port: number): string =>
  `${address.includes(':') ? `[${address}]` : address}:${port}`
