// The engine as a process of its own, so that a test can kill it like the worst night would.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { RunningKamailio } from '../sip/kamailio.ts'
import { until } from '../sip/until.ts'
import { addressOf } from './database.ts'
import { expectToLive } from './expect-to-live.ts'
import { announceProgram } from './programs.ts'
import { SECRET_KEYS } from './secret-keys.ts'

export interface EngineProcess {
  kill(): Promise<void>
  stop(): Promise<void>
  log(): string
}

/** Resolves when the engine takes calls, which is when Kamailio has read its hello. */
export async function startEngineProcess(
  url: string,
  { link, log }: Pick<RunningKamailio, 'link' | 'log'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<EngineProcess> {
  const hellos = () => log().split(/engine \S+ connected/).length
  const before = hellos()
  const lines: string[] = []
  announceProgram({ name: 'an engine', log: () => lines.join('') })
  const child: ChildProcess = spawn(process.execPath, ['src/engine/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: addressOf('engine', url),
      ENGINE_NAME: 'a',
      KAMAILIO_EVAPI: `127.0.0.1:${link.evapi_port}`,
      KAMAILIO_RPC: `http://127.0.0.1:${link.rpc_port}/RPC`,
      RTPENGINE: `127.0.0.1:${link.media_port}`,
      RECORDING_FOLDER: link.recording_folder,
      KAMAILIO_SECRET: link.secret,
      SECRET_KEYS,
      ...environment,
    },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  }
  const exited = once(child, 'exit')
  const first = await Promise.race([once(child, 'message').then(() => 'ready'), exited])
  if (first !== 'ready') throw new Error(`The engine did not start:\n${lines.join('')}`)
  expectToLive('the engine', child, () => lines.join(''))
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  try {
    await until('Kamailio knows the engine', () => hellos() > before)
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), log: () => lines.join('') }
}
