// One run of the fuzzer: Kamailio, the engine and a gateway that records what it receives; then the
// books are compared with that, and memory and log with their limits.

import { makePool } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { connectRpc } from '#engine/kamailio/rpc.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { fuzz } from '../sip/torture/fuzz.ts'
import { type Gateway, openGateway } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { startEngineProcess } from '../support/engine-process.ts'
import { makeChance } from '../support/random.ts'
import { tariffOf } from '../support/world.ts'
import { type WorldDescription, writeWorld } from '../support/write-world.ts'

export interface FuzzRun {
  readonly seed: number
  readonly messages: number
  /** A migrated database with nothing in it. */
  readonly database_url: string
  /** As the engine connects. */
  readonly engine_url: string
  /** The first three numbers of loopback addresses. */
  readonly network: string
  readonly first_port: number
}

/** Size of Kamailio's log, on average for each message. */
const LOG_BYTES_MAX = 2500
/**
 * The memory that the switch may keep of a past that is over: tables of addresses, nonces and bans.
 */
const SHARED_BYTES_MAX = 1_000_000
const TALK_SECONDS = 3

type Database = ReturnType<typeof makePool>

export async function runFuzz(run: FuzzRun): Promise<{ wrong: string[]; said: string[] }> {
  const at = (last: number) => `${run.network}.${last}`
  const callers = [11, 12, 13, 14].map(at)
  const database = makePool(run.database_url, 'fuzz', 2)
  const kamailio = await startKamailio({ address: at(1), first_port: run.first_port })
  const gateway = await openGateway(at(21))
  let engine: Awaited<ReturnType<typeof startEngineProcess>> | undefined
  try {
    await writeWorld(database, worldAt(callers, gateway.address))
    engine = await startEngineProcess(run.engine_url, kamailio)
    answerByTurns(gateway)
    const before = { processes: kamailio.processes(), shared: await sharedMemory(kamailio) }
    await fuzz({
      ...run,
      switch_address: at(1),
      chance: makeChance(run.seed),
      callers,
      strangers: [31, 32, 33].map(at),
      watcher: at(41),
    })
    const wrong = await verdict(database, gateway, callers)
    if (wrong.length > 0) {
      wrong.push(await whatIsLeft(database, kamailio), engine.log().slice(-5000))
    }
    if (String(kamailio.processes()) !== String(before.processes))
      wrong.push('A process of ours died.')
    await until(
      'the memory of the switch is free again',
      async () => (await sharedMemory(kamailio)) - before.shared < SHARED_BYTES_MAX,
      60,
    ).catch((error: Error) => wrong.push(error.message))
    const log_bytes = kamailio.log().length / run.messages
    if (log_bytes > LOG_BYTES_MAX) wrong.push(`${log_bytes} bytes of log for each message`)
    const said = [
      `seed ${run.seed}: ${run.messages} messages, ${gateway.calls().length} calls let through`,
      `${Math.round(log_bytes)} bytes of log for each message`,
    ]
    return { wrong, said }
  } finally {
    await engine?.stop()
    gateway.close()
    await kamailio.stop()
    await database.end()
  }
}

/** A client with all addresses of callers, and one gateway. */
const worldAt = (callers: readonly string[], gateway: string): WorldDescription => ({
  tariffs: { Sell: tariffOf('SELL', 3_000_000), Buy: tariffOf('BUY', 1_000_000) },
  route_plans: { Plan: { rules: [{ targets: ['Gateway'] }] } },
  clients: {
    Client: {
      tariff: 'Sell',
      terms: { route_plan: 'Plan', max_call_duration_seconds: TALK_SECONDS },
      money: { balance: 1_000_000_000 },
      ips: callers.map((ip) => ({ ip })),
    },
  },
  settlements: { 'Carrier 1': { tariff: 'Buy', gateways: { Gateway: { host: gateway } } } },
})

/** Some calls are refused, others answered, and those can be spoiled further. */
function answerByTurns(gateway: Gateway): void {
  let calls = 0
  gateway.onHeard(({ text }) => {
    if (!text.startsWith('INVITE ')) return
    calls += 1
    const headers = `Contact: <sip:vendor@${gateway.address}:5060>\r\n`
    gateway.answer = calls % 3 === 0 ? { code: 200, headers } : { code: 486, headers: '' }
  })
}

async function sharedMemory(kamailio: RunningKamailio): Promise<number> {
  const rpc = connectRpc(kamailio.link.rpc_port, kamailio.link.secret)
  try {
    return ((await rpc.call('core.shmmem')) as { real_used: number }).real_used
  } finally {
    rpc.close()
  }
}

/** The state of calls that do not end, in the books and in the switch. */
async function whatIsLeft(database: Database, kamailio: RunningKamailio): Promise<string> {
  const { rows } = await database.query(
    'select call_id::text, answered_at, sip_call_id, dialog from open_call limit 20',
  )
  const rpc = connectRpc(kamailio.link.rpc_port, kamailio.link.secret)
  try {
    const dialogs = await rpc.call('dlg.list')
    const outbox = await rpc.call('htable.dump', ['outbox'])
    return JSON.stringify({ rows, dialogs, outbox }).slice(0, 20_000)
  } finally {
    rpc.close()
  }
}

/** Every call at the gateway is one of our books, of a caller that we know, and paid for. */
async function verdict(
  database: Database,
  gateway: Gateway,
  callers: readonly string[],
): Promise<string[]> {
  const wrong: string[] = []
  await until(
    'no call is open',
    async () => (await database.query('select from open_call')).rowCount === 0,
    60,
  ).catch((error: Error) => wrong.push(error.message))
  const { rows } = await database.query<{ sent_number: string; source_ip: string }>(
    `select sent_number, host(source_ip) as source_ip from call_record
      where gateway_id is not null`,
  )
  const allowed = new Map<string, number>()
  for (const { sent_number, source_ip } of rows) {
    allowed.set(sent_number, (allowed.get(sent_number) ?? 0) + 1)
    if (!callers.includes(source_ip)) wrong.push(`${source_ip} has called ${sent_number}`)
  }
  for (const call of gateway.calls()) {
    const number = /^INVITE sip:([^@]*)@/.exec(call)?.[1] ?? ''
    const left = allowed.get(number) ?? 0
    if (left === 0) wrong.push(`nobody allowed this call:\n${call}`)
    allowed.set(number, left - 1)
  }
  const breaches = await findBreaches(database)
  return [
    ...wrong,
    ...breaches.map(({ id, says, rows }) => `${id}, ${says}: ${JSON.stringify(rows)}`),
  ]
}
