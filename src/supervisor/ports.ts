// The ports on loopback by which our processes talk: chosen once where they are free, and
// remembered, because a Kamailio that outlived us still uses them.
import { createSocket } from 'node:dgram'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'

const port = z.number().int().min(1).max(65535)
const ports = z.object({ rpc: port, evapi: port, rtpengine: port, trace: port })
export type Ports = z.infer<typeof ports>

/** The port if it is free, or any free one for 0; undefined if it is taken. */
export async function tryPort(
  transport: 'tcp' | 'udp',
  wanted: number,
  host = '127.0.0.1',
): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  if (transport === 'udp') {
    const socket = createSocket('udp4')
    socket.once('error', () => resolve(undefined))
    socket.bind(wanted, host, () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  } else {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(wanted, host, () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : undefined
      server.close(() => resolve(port))
    })
  }
  return await promise
}

async function freePort(transport: 'tcp' | 'udp', wanted: number): Promise<number> {
  const port = (await tryPort(transport, wanted)) ?? (await tryPort(transport, 0))
  if (!port) throw new Error(`No free ${transport} port on 127.0.0.1`)
  return port
}

/** `inUse` are the ports of programs that still run and are ours, so they must not be tried. */
export async function choosePorts(
  runFolder: string,
  inUse: { kamailio: boolean; rtpengine: boolean },
): Promise<Ports> {
  const file = join(runFolder, 'ports.json')
  const text = await fs.readFile(file, 'utf8').catch(() => '{}')
  const kept = ports.partial().catch({}).parse(JSON.parse(text))
  async function choose(name: keyof Ports, transport: 'tcp' | 'udp', isOurs: boolean) {
    const before = kept[name]
    return before && isOurs ? before : await freePort(transport, before ?? 0)
  }
  const chosen: Ports = {
    rpc: await choose('rpc', 'tcp', inUse.kamailio),
    evapi: await choose('evapi', 'tcp', inUse.kamailio),
    rtpengine: await choose('rtpengine', 'udp', inUse.rtpengine),
    // The port of the tracer; Kamailio has it in its configuration.
    trace: await choose('trace', 'udp', inUse.kamailio),
  }
  await fs.writeFile(file, `${JSON.stringify(chosen)}\n`)
  return chosen
}
