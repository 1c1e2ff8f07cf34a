// One supervisor per data folder: the process with the lock in the run folder. `npm stop` uses the
// socket beside it.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const ANSWER_TIMEOUT_MS = 2000

function socketPath(runFolder: string): string {
  return join(runFolder, 'supervisor.sock')
}

export interface Instance {
  pid: number
  /** Stops it and resolves when it has ended. */
  askToStop(): Promise<void>
  leave(): void
}

/** The supervisor that listens in the run folder, if one does. */
export async function findInstance(runFolder: string): Promise<Instance | undefined> {
  return await connect(socketPath(runFolder))
}

function connect(path: string): Promise<Instance | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Instance | undefined>()
  const socket = net.connect(path)
  const found = (pid: number) =>
    resolve({
      pid,
      askToStop: () => {
        socket.write('stop\n')
        return new Promise((gone) => socket.once('close', () => gone()))
      },
      leave: () => socket.destroy(),
    })
  socket.once('data', (greeting) => found(Number(greeting.toString())))
  // Even one that is too busy to greet holds the folder.
  const timer = setTimeout(() => found(0), ANSWER_TIMEOUT_MS)
  socket.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
    else reject(error)
  })
  return promise.finally(() => clearTimeout(timer))
}

export interface Claim {
  server: net.Server
  release(): void
}

export class SecondInstance extends Error {
  constructor(pid: number) {
    super(
      `A soft switch is already running on this data folder (process ${pid || 'unknown'}): ` +
        'stop it with npm stop',
    )
  }
}

/** Takes the folder or fails; `onStop` is called when another process requests the stop. */
export async function claimInstance(runFolder: string, onStop: () => void): Promise<Claim> {
  // SQLite's lock is the kernel's: atomic, and free again the moment its holder is killed. The
  // socket alone does not distinguish a faster starter from a killed one.
  const lock = new DatabaseSync(join(runFolder, 'supervisor.lock'))
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    const other = await findInstance(runFolder)
    other?.leave()
    throw new SecondInstance(other?.pid ?? 0)
  }
  const path = socketPath(runFolder)
  await rm(path, { force: true })
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (message) => {
      if (message.toString().trim() === 'stop') onStop()
    })
    socket.write(`${process.pid}\n`)
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    server,
    release() {
      server.close()
      lock.close()
    },
  }
}
