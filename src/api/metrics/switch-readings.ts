// Figures of the switch for /metrics: calls, money, gateways, nodes.

import { listUnclosedCalls } from '#db/calls/active-calls.ts'
import { countCallsNow } from '#db/console/home.ts'
import type { Database } from '#db/database.ts'
import type { MetricFamily } from '#db/metrics/process-metrics.ts'
import {
  countOpenCallsByState,
  listGatewayFigures,
  listNodeFigures,
  sumHolds,
} from '#db/metrics/switch-metrics.ts'
import { EVERYTHING } from '#db/scope.ts'
import { gauge, gaugeOf, only, value } from './families.ts'

export async function readCalls(database: Database): Promise<MetricFamily[]> {
  const open = await countOpenCallsByState(database)
  const { calls_per_second } = await countCallsNow(database, EVERYTHING)
  const unclosed = await listUnclosedCalls(database)
  return [
    gaugeOf(
      'open_calls',
      'Active calls.',
      open,
      ({ node_id, state }) => ({ node: node_id, state: state.toLowerCase() }),
      ({ calls }) => calls,
    ),
    gauge('calls_per_second', 'New calls in a second, over ten seconds.', only(calls_per_second)),
    gauge('unclosed_calls', 'Ended calls that cannot be closed.', only(unclosed.count)),
  ]
}

export async function readHolds(database: Database): Promise<MetricFamily[]> {
  const { holds, oldest_seconds, expired, amount } = await sumHolds(database)
  return [
    gauge('holds', 'Calls that hold money.', only(holds)),
    gauge('holds_amount', 'Reserved money, in the system currency.', only(amount)),
    gauge('oldest_hold_seconds', 'Age of the oldest call that holds money.', only(oldest_seconds)),
    gauge('expired_holds', 'Holds that should have ended 90 seconds ago.', only(expired)),
  ]
}

/** Active gateways; only those with series of their own have names. */
export async function readGateways(database: Database): Promise<MetricFamily[]> {
  const gateways = (await listGatewayFigures(database, [])).filter(({ is_active }) => is_active)
  const shown = gateways.filter(({ is_shown }) => is_shown)
  const labels = ({ name, settlement }: (typeof shown)[number]) => ({ gateway: name, settlement })
  const counts = (['UP', 'DOWN', 'UNKNOWN'] as const).map((state) =>
    value(
      { state: state.toLowerCase() },
      gateways.filter(({ ping_state }) => ping_state === state).length,
    ),
  )
  const locked = gateways.filter(({ is_locked }) => is_locked).length
  return [
    gauge('gateways', 'Active gateways by their ping.', counts),
    gauge('locked_gateways', 'Active gateways that are locked.', only(locked)),
    gaugeOf('gateway_up', '1 for a gateway that answers pings, else 0.', shown, labels, (one) =>
      one.ping_state === 'UNKNOWN' ? null : Number(one.ping_state === 'UP'),
    ),
    gaugeOf('gateway_locked', '1 for a gateway that is locked, else 0.', shown, labels, (one) =>
      Number(one.is_locked),
    ),
  ]
}

const SECOND_MS = 1000

export async function readNodes(database: Database): Promise<MetricFamily[]> {
  const nodes = await listNodeFigures(database)
  type Node = (typeof nodes)[number]
  const of = (name: string, help: string, figure: (node: Node) => number | null) =>
    gaugeOf(name, help, nodes, ({ node_id }) => ({ node: node_id }), figure)
  const disks = nodes.flatMap(({ node_id, disks: all }) =>
    all.map((disk) => ({ ...disk, labels: { node: node_id, path: disk.path } })),
  )
  const ofDisks = (name: string, help: string, figure: (disk: (typeof disks)[number]) => number) =>
    gaugeOf(name, help, disks, ({ labels }) => labels, figure)
  return [
    of('node_drained', '1 for a node that refuses new calls, else 0.', (one) =>
      Number(one.is_drained),
    ),
    of('registrations', 'Phones that are registered.', (one) => one.registrations),
    of('machine_cpu_ratio', 'Load of all cores, from 0 to 1.', ({ cpu_percent }) =>
      cpu_percent === null ? null : cpu_percent / 100,
    ),
    of('machine_load', 'Runnable processes, mean of one minute.', ({ load }) => load),
    of('machine_memory_bytes', 'Memory of the machine.', (one) => one.memory_bytes),
    of('machine_memory_used_bytes', 'Memory in use.', (one) => one.memory_used_bytes),
    of('clock_offset_seconds', 'How far the clock is ahead of the database.', (one) =>
      one.clock_offset_ms === null ? null : one.clock_offset_ms / SECOND_MS,
    ),
    of(
      'outbox_events',
      'Events in Kamailio that no engine has stored.',
      (one) => one.outbox_events,
    ),
    ofDisks('disk_bytes', 'Size of the disk.', ({ bytes }) => bytes),
    ofDisks('disk_used_bytes', 'Used of the disk.', ({ used_bytes }) => used_bytes),
  ]
}
