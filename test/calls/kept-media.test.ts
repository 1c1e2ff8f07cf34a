// Two rtpengines with the options of the product and a real Redis, where redis-server is installed:
// the second one has the calls of the first.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectMedia, type MediaRelay } from '#engine/kamailio/media.ts'
import { readConfig } from '#supervisor/config.ts'
import { makeDataFolder } from '#supervisor/data-folder.ts'
import { rtpenginePart } from '#supervisor/kamailio/rtpengine.ts'
import type { Running } from '#supervisor/processes/keep-running.ts'
import { sdpOf } from '../sip/media.ts'
import { offerMedia } from '../sip/offer-media.ts'
import { until } from '../sip/until.ts'
import { needs } from '../support/needs.ts'

const REDIS = '/usr/bin/redis-server'
const REDIS_ADDRESS = '127.0.63.9'
const PASSWORD = 'kept-for-another'
const MACHINES = ['127.0.63.1', '127.0.63.2'] as const
const CONTROL = [22_301, 22_302] as const

let folder: string
let redis: ChildProcess
const running: Running[] = []
const relays: MediaRelay[] = []

async function startMachine(at: 0 | 1): Promise<void> {
  const config = readConfig({ RTP_REDIS: `redis://:${PASSWORD}@${REDIS_ADDRESS}:6379/${at}` })
  const data = await makeDataFolder(join(folder, String(at)))
  const media = { address: MACHINES[at], advertise: null, rtp_min: 27_000, rtp_max: 27_100 }
  const ports = { rpc: 1, evapi: 2, rtpengine: CONTROL[at], trace: 4 }
  const part = rtpenginePart(() => media, { config, folder: data, ports }, undefined)
  running[at] = await part.start(new AbortController().signal)
  let cookies = 0
  relays[at] = connectMedia(CONTROL[at], () => `${at}-${cookies++}`)
}

describe('two machines with a Redis', needs('redis-server', existsSync(REDIS)), () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'softswitch-kept-media-'))
    await chmod(folder, 0o755)
    const place = ['--bind', REDIS_ADDRESS, '--port', '6379', '--save', '', '--appendonly', 'no']
    const notify = ['--notify-keyspace-events', 'KA', '--requirepass', PASSWORD]
    redis = spawn(REDIS, [...place, ...notify], { cwd: folder, stdio: 'ignore' })
    await startMachine(0)
    await startMachine(1)
  })
  afterAll(async () => {
    for (const relay of relays) relay.close()
    for (const one of running) await one.stop()
    redis.kill()
    await once(redis, 'exit')
    await rm(folder, { recursive: true, force: true })
  })

  const isAt = async (at: 0 | 1, call: string) => (await relays[at]?.of(call))?.kind === 'relayed'

  test('a call of the first is with the second, and ends there for both', async () => {
    await offerMedia(CONTROL[0], 'moves', sdpOf('127.0.63.11', 4000))
    await until('the first relays it', () => isAt(0, 'moves'))
    await until('the second has it', () => isAt(1, 'moves'))
    await relays[1]?.cut('moves')
    await until('it is gone there', async () => !(await isAt(1, 'moves')))
  })

  test('a first one that starts again has its calls', async () => {
    await offerMedia(CONTROL[0], 'stays', sdpOf('127.0.63.11', 4000))
    await until('the first relays it', () => isAt(0, 'stays'))
    process.kill(running[0]?.pid ?? 0, 'SIGKILL')
    await running[0]?.ended
    relays[0]?.close()
    await startMachine(0)
    expect(await isAt(0, 'stays')).toBe(true)
  })
})
