// A thread that sends the same requests over and over, as fast as the answers come, from an address
// of its own; the thread that measures has its own event loop.
import { once } from 'node:events'
import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface Asked extends Pick<RequestOptions, 'method' | 'path' | 'headers'> {
  readonly payload?: string
}

interface Flood {
  /** Each of those under way together repeats one of them. */
  readonly asked: readonly Asked[]
  readonly at_once: number
  readonly port: number
  readonly localAddress: string
  readonly seconds: number
}

/** Answers by their status; 0 is a connection that the server has ended. */
export type Counts = ReadonlyMap<number, number>

/** Reads the answer to its end, and keeps only the text of a short one. */
export async function ask(agent: Agent, port: number, { payload, ...options }: Asked) {
  const sent = request({ ...options, agent, host: '127.0.0.1', port })
  sent.end(payload)
  const [response] = await once(sent, 'response')
  let [bytes, body] = [0, '']
  for await (const piece of response) {
    bytes += piece.length
    if (bytes < 10_000) body += piece
  }
  return { status: Number(response.statusCode), headers: response.headers, body }
}

async function send({ asked, at_once, port, localAddress, seconds }: Flood): Promise<Counts> {
  const until = performance.now() + seconds * 1000
  const agent = new Agent({ keepAlive: true, maxSockets: at_once, localAddress })
  const counts = new Map<number, number>()
  const one = async (_: unknown, place: number) => {
    const own = asked[place % asked.length] as Asked
    while (performance.now() < until) {
      const { status } = await ask(agent, port, own).catch(() => ({ status: 0 }))
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (status === 0) await pause(10)
    }
  }
  setTimeout(() => agent.destroy(), seconds * 1000)
  await Promise.all(Array.from({ length: at_once }, one))
  return counts
}

export async function flood(options: Flood): Promise<Counts> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  const [counts] = await once(worker, 'message')
  return counts
}

if (!isMainThread) parentPort?.postMessage(await send(workerData as Flood))
