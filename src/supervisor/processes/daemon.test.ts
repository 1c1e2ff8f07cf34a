import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adoptDaemon, type Daemon, isDaemonRunning, launchDaemon, stopDaemon } from './daemon.ts'
import { waitUntil } from './process-table.ts'

let folder: string

/** A daemon with one worker that outlives it, as Kamailio's do. */
function daemon(code = 'setInterval(() => {}, 1000)'): Daemon {
  const mark = join(folder, 'mark')
  const worker = `require('child_process').spawn(
    process.execPath, ['-e', 'setInterval(() => {}, 1000)', process.argv[1]]);`
  return {
    file: process.execPath,
    args: ['-e', worker + code, mark],
    mark,
    user: undefined,
    log: join(folder, 'log'),
    isHealthy: () => isDaemonRunning(mark),
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'softswitch-daemon-'))
})

afterAll(async () => {
  await stopDaemon(daemon().mark)
  await rm(folder, { recursive: true, force: true })
})

test('a running daemon is adopted, unless it runs with other arguments', async () => {
  const launched = await launchDaemon(daemon())
  expect((await adoptDaemon(daemon()))?.pid).toBe(launched.pid)
  expect(await adoptDaemon(daemon('setInterval(() => {}, 2000)'))).toBeUndefined()
  await launched.stop()
  expect(await launched.ended).toBe('ended by SIGTERM')
  expect(await isDaemonRunning(daemon().mark)).toBe(false)
})

test('a daemon keeps what its launcher has prepared, and is adopted all the same', async () => {
  const batch: Daemon = { ...daemon(), launcher: ['chrt', '--batch', '0'] }
  const { pid, stop } = await launchDaemon(batch)
  // The 41st field is the scheduling policy (proc_pid_stat(5)); 3 is SCHED_BATCH.
  const policy = async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[41 - 3]
  }
  // The launcher has the mark too, before it has prepared anything.
  await expect.poll(policy).toBe('3')
  expect((await adoptDaemon(batch))?.pid).toBe(pid)
  await stop()
})

test('workers that outlived a killed daemon are ended before the next one starts', async () => {
  const first = await launchDaemon(daemon())
  await waitUntil(() => isDaemonRunning(daemon().mark), 60_000)
  process.kill(first.pid ?? 0, 'SIGKILL')
  expect(await first.ended).toBe('ended by SIGKILL')
  expect(await adoptDaemon(daemon())).toBeUndefined()
  const second = await launchDaemon(daemon())
  expect(second.pid).not.toBe(first.pid)
  await second.stop()
  expect(await isDaemonRunning(daemon().mark)).toBe(false)
})

test('a daemon that ends at once is reported with its complaint', async () => {
  const failing = daemon('console.error(" 0(12) ERROR: no port"); process.exit(3)')
  await expect(launchDaemon({ ...failing, isHealthy: async () => false })).rejects.toThrow(
    'ended with code 3: ERROR: no port',
  )
})
