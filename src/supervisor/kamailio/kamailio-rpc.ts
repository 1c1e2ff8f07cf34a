// One request to Kamailio over JSON-RPC.
const RPC_TIMEOUT_MS = 2000

export interface RpcAddress {
  readonly port: number
  readonly secret: string
}

/** Undefined if Kamailio does not answer or refuses; an empty list has no result. */
export async function askKamailio(
  { port, secret }: RpcAddress,
  method: string,
  params: readonly string[] = [],
): Promise<{ readonly result?: unknown } | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/RPC`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
    })
    const answer = (await response.json()) as { result?: unknown; error?: unknown }
    return response.ok && answer.error === undefined ? { result: answer.result } : undefined
  } catch {
    return undefined
  }
}
