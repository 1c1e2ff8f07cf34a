// One request to Kamailio over JSON-RPC.
const RPC_TIMEOUT_MS = 2000

export interface RpcAddress {
  readonly port: number
  readonly secret: string
}

/** The result of a method; undefined if Kamailio does not answer or refuses. */
export async function askKamailio({ port, secret }: RpcAddress, method: string): Promise<unknown> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/RPC`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
      signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
    })
    const answer = (await response.json()) as { result?: unknown }
    return response.ok ? answer.result : undefined
  } catch {
    return undefined
  }
}
