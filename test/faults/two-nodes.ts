// Two nodes as an operator runs them, on one PostgreSQL behind HAProxy, and how each can be struck.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { makePool, overPool } from '#db/database.ts'
import { listProcessStates } from '#db/machine/process-states.ts'
import { startPostgres } from '#supervisor/postgres/postgres.ts'
import { processesIn } from '#supervisor/processes/process-table.ts'
import { until } from '../sip/until.ts'
import { addNodeCode } from '../support/nodes.ts'
import { makeTestFolder } from '../support/postgres-for-tests.ts'
import { type Product, startProduct } from '../support/product.ts'
import type { Addresses } from './set-up.ts'
import { processesOf, send } from './strike.ts'

export interface Node {
  readonly id: number
  readonly product: Product
  readonly switch: string
  /** Every part of it has said so since `from`, in epoch seconds. */
  isWell(from: number): Promise<void>
}

/** A program that both nodes share. */
export interface Shared {
  kill(): Promise<void>
  /** After a kill. */
  startAgain(): Promise<void>
  halt(ms: number): Promise<void>
}

export interface TwoNodes {
  readonly nodes: readonly [Node, Node]
  readonly postgres: Shared
  readonly haproxy: Shared
  /** Connects past HAProxy. */
  openDatabase(connections: number): pg.Pool
  /** Ends everything; answers the processes that are left over. */
  stop(): Promise<number[]>
  /** The data folders too. */
  remove(): Promise<void>
}

export interface TwoNodesOptions {
  readonly network: string
  readonly addresses: Addresses
  readonly http_port: number
  readonly first_rtp_port: number
}

/** Programs are killed and not machines, so that nothing is lost without a sync. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '128MB' }
const RTP_PORTS = 4000
const WELL_SECONDS = 90

export async function startTwoNodes(options: TwoNodesOptions): Promise<TwoNodes> {
  const folder = await makeTestFolder()
  const at = { haproxy: `${options.network}.8`, postgres: `${options.network}.9` }
  const settings = { ...SETTINGS, listen_addresses: at.postgres }
  const startServer = () => startPostgres({ folder, log: () => {}, settings })
  const server = await startServer()
  const url = new URL(server.url)
  url.hostname = at.haproxy
  const haproxy = await startHaproxy(folder, at)
  const database = makePool(server.url, 'faults', 2)
  const place = {
    http_port: options.http_port,
    rtp_ports: RTP_PORTS,
    database_url: url.href,
  }
  const [first_entrance, second_entrance = first_entrance] = options.addresses.entrances
  const first = await startProduct({
    ...place,
    may_lose_parts: true,
    sip_address: first_entrance.switch,
    first_rtp_port: options.first_rtp_port,
  })
  const { node_id, join_code } = await addNodeCode(overPool(database), first, 'Second')
  const second = await startProduct({
    ...place,
    may_lose_parts: true,
    http_port: options.http_port + 10,
    sip_address: second_entrance.switch,
    first_rtp_port: options.first_rtp_port + RTP_PORTS + 2,
    node: { join_code },
  })
  const products = [second, first]
  const nodeOf = (id: number, product: Product, at_switch: string): Node => ({
    id,
    product,
    switch: at_switch,
    isWell: (from) => isNodeWell(database, id, from),
  })
  return {
    nodes: [
      nodeOf(1, first, first_entrance.switch),
      nodeOf(node_id, second, second_entrance.switch),
    ],
    postgres: {
      async kill() {
        send(await processesIn(join(folder, 'pg18')), 'SIGKILL')
      },
      async startAgain() {
        await startServer()
      },
      async halt(ms) {
        const pids = await processesIn(join(folder, 'pg18'))
        send(pids, 'SIGSTOP')
        await pause(ms)
        send(pids, 'SIGCONT')
      },
    },
    haproxy,
    openDatabase: (connections) => makePool(server.url, 'faults', connections),
    async stop() {
      for (const product of products) await product.stop()
      await database.end()
      await haproxy.kill()
      await server.stop()
      return products.flatMap((product) => processesOf(product))
    },
    async remove() {
      for (const product of products) await product.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const configuration = ({ haproxy, postgres }: { haproxy: string; postgres: string }) => `
global
    maxconn 1000
defaults
    mode tcp
    timeout connect 2s
    timeout client 24h
    timeout server 24h
listen postgresql
    bind ${haproxy}:5432
    server one ${postgres}:5432
`

async function startHaproxy(
  folder: string,
  at: { haproxy: string; postgres: string },
): Promise<Shared> {
  const settings = join(folder, 'haproxy.cfg')
  await writeFile(settings, configuration(at))
  let child: ChildProcess
  async function startAgain(): Promise<void> {
    child = spawn('haproxy', ['-db', '-f', settings], { stdio: 'ignore' })
    await once(child, 'spawn')
  }
  await startAgain()
  return {
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    startAgain,
    async halt(ms) {
      child.kill('SIGSTOP')
      await pause(ms)
      child.kill('SIGCONT')
    },
  }
}

const isPart = (name: string) => /^(kamailio|rtpengine|engine-|calls-)/.test(name)

export async function isNodeWell(database: pg.Pool, node_id: number, from: number): Promise<void> {
  await until(
    `every part of node ${node_id} is well`,
    async () => {
      const states = await listProcessStates(overPool(database)).catch(() => [])
      const own = states.filter((state) => state.node_id === node_id && isPart(state.name))
      return (
        own.length >= 4 &&
        own.every(({ state, seen_at }) => state === 'running' && Date.parse(seen_at) / 1000 > from)
      )
    },
    WELL_SECONDS,
  )
}
