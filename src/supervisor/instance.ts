// One supervisor per data folder: whoever listens on the socket in the run folder is it. The same socket
// is how `npm stop` asks it to end.
import { renameSync, rmSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'

const ANSWER_TIMEOUT_MS = 2000

function socketPath(runFolder: string): string {
  return join(runFolder, 'supervisor.sock')
}

export interface Instance {
  pid: number
  /** Asks it to end and resolves when it has. */
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

export class SecondInstance extends Error {
  constructor(pid: number) {
    super(
      `A soft switch already runs on this data folder (process ${pid || 'that does not answer'})`,
    )
  }
}

/** Takes the folder or fails; `onStop` is called when another process asks us to end. */
export async function claimInstance(runFolder: string, onStop: () => void): Promise<net.Server> {
  const path = socketPath(runFolder)
  await refuseIfTaken(path)
  // A socket that nobody listens on was left by a kill. It is moved away before it is removed, and looked
  // at again, because another starter may have put its own in its place between our look and our move.
  const stale = `${path}.${process.pid}`
  try {
    renameSync(path, stale)
    const other = await connect(stale)
    if (other) {
      renameSync(stale, path)
      other.leave()
      throw new SecondInstance(other.pid)
    }
    rmSync(stale)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (message) => {
      if (message.toString().trim() === 'stop') onStop()
    })
    socket.write(`${process.pid}\n`)
  })
  const { promise, resolve, reject } = Promise.withResolvers<net.Server>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'EADDRINUSE' ? new SecondInstance(0) : error)
  })
  server.listen(path, () => resolve(server))
  return await promise
}

async function refuseIfTaken(path: string): Promise<void> {
  const other = await connect(path)
  if (!other) return
  other.leave()
  throw new SecondInstance(other.pid)
}
