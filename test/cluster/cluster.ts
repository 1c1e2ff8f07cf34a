// The recipe of docs/operating.md on three machines: one with the calls, two with a database.
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../sip/until.ts'
import { type Machine, openMachine, openNetwork } from './machine.ts'

/** The machine with HAProxy and the third etcd, so that two of three are a majority. */
const CALLS = '10.88.0.10'
const DATABASES = { one: '10.88.0.11', two: '10.88.0.12' } as const
const REST_PORT = 8008
const PASSWORD = 'cluster'
const START_SECONDS = 90

export interface Cluster {
  readonly database_url: string
  readonly machines: readonly Machine[]
  /** The machine whose database takes writes, as the cluster says. */
  primary(): Promise<Machine | undefined>
  /** Starts what a machine starts when it boots. */
  boot(machine: Machine): Promise<void>
  /** Resolves when one is the primary and the other its synchronous standby. */
  isWhole(seconds?: number): Promise<void>
  /** Sets Patroni's configuration of the whole cluster. */
  configure(change: object): Promise<void>
  stop(): void
}

const RECIPE = new URL('recipe/', import.meta.url)

/** A file of the recipe with its places filled. */
async function readRecipe(file: string, places: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(new URL(file, RECIPE), 'utf8')
  return text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => places[place] ?? '')
}

const placesOf = (name: string, address: string, folder: string) => ({
  NAME: name,
  ADDRESS: address,
  FOLDER: folder,
  PASSWORD,
})

async function readEtcd(places: ReturnType<typeof placesOf>): Promise<Record<string, string>> {
  const lines = (await readRecipe('etcd', places)).trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.replaceAll('"', '').split(/=(.*)/, 2)))
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** The members as Patroni on this machine has them; none, if it does not answer. */
async function readMembers({ address }: Machine): Promise<Member[]> {
  const signal = AbortSignal.timeout(1000)
  try {
    const answer = await fetch(`http://${address}:${REST_PORT}/cluster`, { signal })
    return ((await answer.json()) as { members: Member[] }).members
  } catch {
    return []
  }
}

async function isPrimary({ address }: Machine): Promise<boolean> {
  const signal = AbortSignal.timeout(1000)
  const answer = await fetch(`http://${address}:${REST_PORT}/primary`, { signal }).catch(() => {})
  return answer?.ok === true
}

/** With `disk_mb` each machine has a disk of that size. */
export async function startCluster(root: string, disk_mb?: number): Promise<Cluster> {
  await openNetwork(CALLS)
  const machines = await Promise.all(
    Object.entries(DATABASES).map(([name, address]) => openMachine(name, address, root, disk_mb)),
  )
  const places = placesOf('calls', CALLS, root)
  const etcd = spawn('etcd', [], {
    env: { PATH: process.env.PATH, ...(await readEtcd(places)) },
    stdio: 'ignore',
  })

  async function boot(machine: Machine): Promise<void> {
    const own = placesOf(machine.name, machine.address, machine.folder)
    const settings = join(machine.folder, 'patroni.yml')
    await writeFile(settings, await readRecipe('patroni.yml', own))
    machine.start('etcd', [], await readEtcd(own))
    machine.start('patroni', [settings])
  }

  async function primary(): Promise<Machine | undefined> {
    for (const machine of machines) if (await isPrimary(machine)) return machine
    return undefined
  }

  async function isWhole(seconds = START_SECONDS): Promise<void> {
    const roles = ['leader', 'sync_standby']
    await until(
      'there is a primary with a synchronous standby',
      async () => {
        const now = await primary()
        const members = now ? await readMembers(now) : []
        return roles.every((role) => members.some((member) => member.role === role))
      },
      seconds,
    )
  }

  for (const machine of machines) await boot(machine)
  await isWhole()
  const first = await primary()
  const sql = await readRecipe('database.sql', places)
  await first?.run('psql', ['-h', first.folder, '-d', 'postgres', '-v', 'ON_ERROR_STOP=1'], sql)
  const settings = join(root, 'haproxy.cfg')
  await writeFile(settings, await readRecipe('haproxy.cfg', places))
  const haproxy = spawn('haproxy', ['-f', settings], { stdio: 'ignore' })
  return {
    database_url: `postgres://softswitch:${PASSWORD}@127.0.0.1:5000/softswitch`,
    machines,
    primary,
    boot,
    isWhole,
    async configure(change) {
      const now = await primary()
      const answer = await fetch(`http://${now?.address}:${REST_PORT}/config`, {
        method: 'PATCH',
        headers: { authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}` },
        body: JSON.stringify(change),
      })
      if (!answer.ok) throw new Error(`Patroni refuses: ${await answer.text()}`)
    },
    stop() {
      haproxy.kill()
      etcd.kill()
      for (const machine of machines) machine.signal('SIGKILL')
    },
  }
}
