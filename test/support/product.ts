// The whole product as `npm start` runs it, on a data folder, ports and addresses of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateFolder } from '#supervisor/processes/folder.ts'
import { sendSignalTo } from '#supervisor/processes/process-table.ts'
import { factOf, processesNow } from './processes-now.ts'
import { announceProgram } from './programs.ts'

export interface ProductOptions {
  readonly http_port: number
  /** Loopback address of SIP and media. */
  readonly sip_address: string
  readonly first_rtp_port: number
  /** Four for each call of the same moment. */
  readonly rtp_ports?: number
  /** Instead of the embedded database. */
  readonly database_url?: string
  /** A call node on `database_url`; the code is for its first start. */
  readonly node?: { readonly join_code: string }
  readonly variables?: Readonly<Record<string, string>>
  /** The test kills parts of it; otherwise one that ends before the product is a fault. */
  readonly may_lose_parts?: boolean
}

export interface Product {
  readonly console: string
  readonly username: string
  readonly password: string
  readonly folder: string
  readonly pid: number
  output(): string
  /** Starts another one on the same folder, and answers how it ended. */
  startAnother(): Promise<{ exit_code: number | null; output: string }>
  /** As Ctrl-C does; resolves when everything has ended. */
  stop(): Promise<number | null>
  kill(): Promise<void>
  /** Kills everything that it runs, as when its machine loses power. */
  cutPower(): Promise<void>
  /** Resolves when it has ended by itself. */
  ended(): Promise<number | null>
  /** Starts it again on the same folder. */
  startAgain(): Promise<void>
  remove(): Promise<void>
}

const PASSWORD = 'a quiet carrier at noon'

export async function startProduct(options: ProductOptions): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-product-'))
  // The database runs as a user of its own, who must be able to enter.
  await chmod(folder, 0o755)
  let running = await start(options, folder)
  const lost: string[] = []
  return {
    console: `http://127.0.0.1:${options.http_port}`,
    username: 'admin',
    password: PASSWORD,
    folder,
    get pid() {
      return running.child.pid ?? 0
    },
    output: () => running.output(),
    async startAnother() {
      const another = spawnSupervisor(options, folder)
      const [exit_code] = (await once(another.child, 'exit')) as [number | null]
      return { exit_code, output: another.output() }
    },
    stop: () => end(running.child, 'SIGINT'),
    async kill() {
      await end(running.child, 'SIGKILL')
    },
    async cutPower() {
      await end(running.child, 'SIGKILL')
      for (const pid of processesOf(folder)) sendSignalTo(pid, 'SIGKILL')
    },
    async ended() {
      if (running.child.exitCode === null) await once(running.child, 'exit')
      return running.child.exitCode
    },
    async startAgain() {
      lost.push(...partsLost(running.output()))
      running = await start(options, folder)
    },
    async remove() {
      await end(running.child, 'SIGINT')
      // The second is that of Kamailio, which keeps it in memory over a restart.
      for (const path of [folder, privateFolder('/dev/shm', folder)]) {
        await rm(path, { recursive: true, force: true })
      }
      lost.push(...partsLost(running.output()))
      if (lost.length > 0 && !options.may_lose_parts) {
        throw new Error(`A process of ours died: ${lost.join(', ')}.`)
      }
    },
  }
}

/** Parts that ended and were started again, in the words of the product. */
const partsLost = (output: string): string[] => output.match(/\S+ is failing: ended .*/g) ?? []

/** Every program of ours has the data folder in its command line, or in that of its parent. */
const processesOf = (folder: string): number[] =>
  [...processesNow().keys()].filter((pid) => factOf(pid, 'cmdline').includes(folder))

function spawnSupervisor(options: ProductOptions, folder: string) {
  const lines: string[] = []
  announceProgram({ name: 'the product', log: () => lines.join('') })
  const child = spawn(process.execPath, ['src/supervisor/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      HTTP_PORT: String(options.http_port),
      SIP_LISTEN: `udp:${options.sip_address}:5060`,
      RTP_MIN: String(options.first_rtp_port),
      RTP_MAX: String(options.first_rtp_port + (options.rtp_ports ?? 400)),
      // Several products may run at once.
      TEST_LINE_PORT: String(options.http_port + 1),
      ADMIN_PASSWORD: PASSWORD,
      ...(options.database_url && { DATABASE_URL: options.database_url }),
      ...options.variables,
      ...(options.node && { ROLE: 'node', JOIN_CODE: options.node.join_code }),
    },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  }
  return { child, output: () => lines.join('') }
}

async function start(options: ProductOptions, folder: string) {
  const running = spawnSupervisor(options, folder)
  const ended = once(running.child, 'exit').then(() => 'ended')
  while (!running.output().includes('Stop with Ctrl-C or npm stop')) {
    const news = await Promise.race([once(running.child.stdout, 'data').then(() => 'more'), ended])
    if (news === 'ended') throw new Error(`The product did not start:\n${running.output()}`)
  }
  return running
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  const [exit_code] = (await exited) as [number | null]
  return exit_code
}
