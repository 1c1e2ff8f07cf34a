// Reads the state of the machine: CPU, memory, disks and network, as Node.js and Linux say it.
import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import * as os from 'node:os'
import { z } from 'zod'
import type { DiskUse, MachineFacts, NetworkUse } from '#db/machine/machine-facts.ts'

/** Values that only grow, from which the next reading computes the rate per second. */
export interface Counters {
  readonly cpu_ms: number
  readonly cpu_idle_ms: number
  readonly networks: ReadonlyMap<string, { received_bytes: number; sent_bytes: number }>
}

/** Calls are kept there while Kamailio restarts. */
const SHARED_MEMORY = '/dev/shm'
const NETWORKS = '/sys/class/net'

export async function readCounters(): Promise<Counters> {
  const times = os.cpus().map((cpu) => cpu.times)
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  return {
    cpu_ms: sum(times.map((each) => sum(Object.values(each)))),
    cpu_idle_ms: sum(times.map(({ idle }) => idle)),
    networks: await readNetworks(),
  }
}

/** Without loopback, whose traffic stays on the machine. */
async function readNetworks(): Promise<Counters['networks']> {
  const names = (await readdir(NETWORKS).catch(() => [])).filter((name) => name !== 'lo').sort()
  const read = async (name: string, what: string) =>
    Number(await readFile(`${NETWORKS}/${name}/statistics/${what}`, 'utf8').catch(() => '0'))
  const rows = await Promise.all(
    names.map(async (name) => {
      const [received_bytes, sent_bytes] = [
        await read(name, 'rx_bytes'),
        await read(name, 'tx_bytes'),
      ]
      return [name, { received_bytes, sent_bytes }] as const
    }),
  )
  return new Map(rows)
}

export function cpuPercent(before: Counters, now: Counters): number {
  const all_ms = now.cpu_ms - before.cpu_ms
  const idle_ms = now.cpu_idle_ms - before.cpu_idle_ms
  return all_ms > 0 ? Math.round((1000 * (all_ms - idle_ms)) / all_ms) / 10 : 0
}

/** An interface that was set up again counts from 0. */
const rate = (before: number | undefined, now: number, seconds: number): number =>
  before === undefined || seconds <= 0 ? 0 : Math.max(0, Math.round((now - before) / seconds))

export function networkUse(before: Counters, now: Counters, seconds: number): NetworkUse[] {
  return [...now.networks].map(([name, counted]) => {
    const last = before.networks.get(name)
    return {
      name,
      ...counted,
      received_bytes_per_second: rate(last?.received_bytes, counted.received_bytes, seconds),
      sent_bytes_per_second: rate(last?.sent_bytes, counted.sent_bytes, seconds),
    }
  })
}

/** The file systems of these folders, each once. */
export async function diskUse(paths: readonly string[]): Promise<DiskUse[]> {
  const known = new Set<number>()
  const disks: DiskUse[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (!found || known.has(found.dev)) continue
    known.add(found.dev)
    const { bsize, blocks, bavail } = await statfs(path)
    disks.push({ path, bytes: blocks * bsize, used_bytes: (blocks - bavail) * bsize })
  }
  return disks
}

async function readMemory() {
  const text = await readFile('/proc/meminfo', 'utf8')
  const bytes = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)
  return {
    memory_bytes: bytes('MemTotal'),
    memory_used_bytes: bytes('MemTotal') - bytes('MemAvailable'),
    swap_bytes: bytes('SwapTotal'),
    swap_used_bytes: bytes('SwapTotal') - bytes('SwapFree'),
  }
}

/** The name of the Linux distribution (os-release(5)). */
async function readSystemName(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(text)?.[1] ?? os.type()
}

export async function readFacts(
  data_folder: string,
  before: Counters,
  now: Counters,
  seconds: number,
): Promise<Omit<MachineFacts, 'versions' | 'outbox_events' | 'clock_offset_ms'>> {
  const cpus = os.cpus()
  return {
    hostname: os.hostname(),
    os: await readSystemName(),
    kernel: os.release(),
    cpu_model: cpus[0]?.model.trim() ?? '',
    cpu_cores: cpus.length,
    cpu_percent: cpuPercent(before, now),
    load: os.loadavg(),
    ...(await readMemory()),
    disks: await diskUse(['/', data_folder, SHARED_MEMORY]),
    networks: networkUse(before, now, seconds),
    uptime_seconds: Math.round(os.uptime()),
  }
}

const tables = z.array(z.object({ name: z.string(), all: z.number() }))

/** The number of outbox events in the answer to `htable.stats`; null if there is none. */
export function outboxEvents(answer: unknown): number | null {
  const known = tables.safeParse(answer)
  return known.data?.find(({ name }) => name === 'outbox')?.all ?? null
}
