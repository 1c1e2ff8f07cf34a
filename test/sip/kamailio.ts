// A real Kamailio with a real rtpengine for tests: own run folder, own ports, stopped by its own
// hand.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { connectRpc } from '#engine/kamailio/rpc.ts'
import { makeRecordingFolder, recordingArgs } from '#supervisor/kamailio/recording-folder.ts'
import { readTemplate, renderConfig } from '#supervisor/kamailio/render-config.ts'
import { pingRtpengine } from '#supervisor/kamailio/rtpengine.ts'
import { expectToLive } from '../support/expect-to-live.ts'
import { processesNow } from '../support/processes-now.ts'
import { announceProgram } from '../support/programs.ts'
import { until } from './until.ts'

const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
const MODULE_PATH = `/usr/lib/${MACHINE}-linux-gnu/kamailio/modules/`
const relays = z.array(z.object({ disabled: z.number() })).nonempty()
const dialogs = z.array(z.object({ state: z.number(), lifetime: z.number() }))
/** The last of its states. */
const ENDED = 5
const KAMAILIO_FOLDER = new URL('../../kamailio/', import.meta.url)

/** From which the keys of all seals are derived. */
export const TOPOH_KEY = 'keyfortests0123456789'

/** The key of each packet that Kamailio sends to a tracer. */
export const TRACE_KEY = 'tracekeyfortests01234'

export type KamailioOptions = {
  /** Loopback address of SIP and media. */
  readonly address: string
  /**
   * The first of the ports taken: RPC, evapi, rtpengine's control, the tracer, and from 10 on
   * 880 for media, four a call.
   */
  readonly first_port: number
  /** More than 880, so that a port of a call that is over is not soon given to another one. */
  readonly media_ports?: number
  /** Another address of the switch, from which a gateway may be called. */
  readonly tunnel?: string
  /** UDP alone unless given. */
  readonly transports?: readonly ('udp' | 'tcp')[]
  /** Beside our own. */
  readonly environment?: Readonly<Record<string, string>>
}

export type RunningKamailio = {
  readonly address: string
  /** The ports and the secret that an engine needs to connect. */
  readonly link: {
    readonly evapi_port: number
    readonly rpc_port: number
    readonly media_port: number
    readonly trace_port: number
    readonly recording_folder: string
    readonly secret: string
  }
  readonly log: () => string
  /** The seconds after which Kamailio ends each of its calls by itself. */
  limits(): Promise<number[]>
  /** Ids of all its processes: a worker that crashed and was started again has another one. */
  processes(): number[]
  /**
   * Stops Kamailio (not rtpengine) as the supervisor does, or as a crash does, and starts it again.
   */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Halts rtpengine, and waits until it has stopped, or lets it continue. */
  signalMedia(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
  stop(): Promise<void>
}

export async function startKamailio(options: KamailioOptions): Promise<RunningKamailio> {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-sip-'))
  const { address, first_port } = options
  const link = {
    rpc_port: first_port,
    evapi_port: first_port + 1,
    media_port: first_port + 2,
    trace_port: first_port + 3,
    recording_folder: join(folder, 'recordings'),
    // Its own, so that a Kamailio that was left on these ports is not taken for this one.
    secret: randomUUID().replaceAll('-', ''),
  }
  const log: string[] = []
  announceProgram({ name: 'Kamailio with rtpengine', log: () => log.join('') })
  await render(folder, options, link.secret)
  await makeRecordingFolder(link.recording_folder)
  const rtpengine = startRtpengine(options, link.recording_folder, log)
  // One that does not answer in time is out of use for Kamailio for some seconds.
  await until('rtpengine answers', () => pingRtpengine(first_port + 2))
  expectToLive('rtpengine', rtpengine, () => log.join(''))
  const run = () => startAndWait(folder, link, log, options.environment ?? {})
  let kamailio = await run().catch(async (error: unknown) => {
    // Left behind, it would hold the ports of the next try.
    await stopGroup(rtpengine, 'SIGTERM')
    await rm(folder, { recursive: true, force: true })
    throw error
  })

  return {
    address,
    link,
    log: () => log.join(''),
    limits: () => limitsOf(link),
    processes: () => groupOf(kamailio),
    async restart(signal) {
      await stopGroup(kamailio, signal)
      kamailio = await run()
    },
    async signalMedia(signal) {
      rtpengine.kill(signal)
      if (signal === 'SIGSTOP') await until('rtpengine stands still', () => isHalted(rtpengine))
    },
    async stop() {
      await stopGroup(kamailio, 'SIGTERM')
      await stopGroup(rtpengine, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function limitsOf({ rpc_port, secret }: RunningKamailio['link']): Promise<number[]> {
  const rpc = connectRpc(rpc_port, secret)
  try {
    const calls = dialogs.parse((await rpc.call('dlg.list')) ?? [])
    // One that has ended stays in the list for some seconds.
    return calls.filter(({ state }) => state < ENDED).map(({ lifetime }) => lifetime)
  } finally {
    rpc.close()
  }
}

/** Some of its threads may go on for a moment, and answer. */
function isHalted({ pid }: ChildProcess): boolean {
  const states = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2)
  })
  return states.every((state) => state === 'T')
}

async function render(folder: string, options: KamailioOptions, secret: string): Promise<void> {
  const { address, first_port, tunnel } = options
  const config = renderConfig(await readTemplate(), {
    listen: (options.transports ?? ['udp']).map((transport) => ({
      transport,
      address,
      port: 5060,
      advertise: null,
    })),
    tunnels: tunnel ? [{ address: tunnel, port: 5060, advertise: null }] : [],
    mask_address: address,
    rpc_port: first_port,
    evapi_port: first_port + 1,
    rtpengine_port: first_port + 2,
    trace_port: first_port + 3,
    kamailio_secret: secret,
    topoh_key: TOPOH_KEY,
    digest_key: 'digestkeyfortests0123',
    trace_key: TRACE_KEY,
    run_folder: folder,
    dialog_db: join(folder, 'dialog.db'),
    location_db: join(folder, 'location.db'),
    module_path: MODULE_PATH,
    children: 4,
  })
  await writeFile(join(folder, 'kamailio.cfg'), config)
  for (const name of ['dialog', 'location']) {
    const database = new DatabaseSync(join(folder, `${name}.db`))
    database.exec(await readFile(new URL(`${name}-db.sql`, KAMAILIO_FOLDER), 'utf8'))
    database.close()
  }
}

function startRtpengine(
  { address, first_port, media_ports = 880 }: KamailioOptions,
  recording_folder: string,
  log: string[],
): ChildProcess {
  return start(
    'rtpengine',
    [
      '--config-file=none',
      '--table=-1',
      '--foreground',
      '--log-stderr',
      '--log-level=4',
      '--delete-delay=0',
      '--endpoint-learning=heuristic',
      '--timeout=3600',
      `--interface=${address}`,
      `--listen-ng=127.0.0.1:${first_port + 2}`,
      `--port-min=${first_port + 10}`,
      `--port-max=${first_port + 10 + media_ports}`,
      ...recordingArgs(recording_folder),
    ],
    log,
  )
}

async function startAndWait(
  folder: string,
  link: RunningKamailio['link'],
  log: string[],
  environment: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const kamailio = start(
    'kamailio',
    // biome-ignore format: one option beside its value
    ['-f', join(folder, 'kamailio.cfg'), '-P', join(folder, 'kamailio.pid'),
      '-w', folder, '-Y', folder, '-m', '128', '-M', '16', '-DD', '-E'],
    log,
    environment,
  )
  const rpc = connectRpc(link.rpc_port, link.secret)
  await until('Kamailio answers and uses rtpengine', async () => {
    if (kamailio.exitCode !== null) throw new Error(`Kamailio did not start:\n${log.join('')}`)
    return rpc.call('rtpengine.show', ['all']).then(
      // Each of its processes has asked rtpengine at its start; one that waited in vain gives it up
      // for some seconds, in which calls with relayed media are refused.
      (answer) => relays.parse(answer).every(({ disabled }) => disabled === 0),
      () => false,
    )
  })
  rpc.close()
  expectToLive('Kamailio', kamailio, () => log.join(''))
  return kamailio
}

/** In a process group of its own, so that a crash takes the workers too. */
function start(
  program: string,
  options: string[],
  log: string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const env = { ...process.env, ...environment }
  const child = spawn(program, options, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => log.push(text))
  }
  child.on('error', (error) => log.push(`${program}: ${error.message}\n`))
  return child
}

/** The processes of the group that `start` has made, by their number. */
const groupOf = ({ pid }: ChildProcess): number[] =>
  [...processesNow()].filter(([, { group }]) => group === pid).map(([one]) => one)

async function stopGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  // On SIGTERM the main process stops its workers itself and saves the dialogs.
  child.kill(signal)
  if (signal === 'SIGKILL') process.kill(-child.pid, signal)
  await gone
}
