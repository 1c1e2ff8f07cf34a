// The ports of a benchmark: that of the console, and those above it for media.
import { tryPort } from '#supervisor/ports.ts'

const FIRST = 18_000
const LAST = 30_000
const STEP = 200
/** Media have a hundred ports, from here on above that of the console. */
const MEDIA = 10

async function findFreePorts(): Promise<number> {
  for (let port = FIRST; port < LAST; port += STEP) {
    if ((await tryPort('tcp', port)) && (await tryPort('udp', port + MEDIA))) return port
  }
  throw new Error(`No free ports between ${FIRST} and ${LAST}`)
}

export const HTTP_PORT = await findFreePorts()
