// Calls that are over or going on, written as the engine writes them.

import { OPERATOR_ID } from '#core/account/operator.ts'
import type { BatchChanges, OpenCallRow } from '#core/billing/call-batch-rows.ts'
import { rowsToLock } from '#core/billing/rows-to-lock.ts'
import { type TrafficAddition, trafficAdditions } from '#core/billing/traffic-additions.ts'
import { NO_TRAFFIC } from '#core/billing/traffic-figures.ts'
import { makeCallId } from '#core/call/call-id.ts'
import { type CallRecord, emptyRecord } from '#core/call/call-record.ts'
import { lockBatch, writeBatch } from '#db/calls/call-batch.ts'
import { makeClient } from '#db/database.ts'
import { makePartitions } from '#db/partitions/partitions.ts'

const INVITE = {
  sip_call_id: 'a84b4c76e66710',
  source_ip: '192.0.2.7',
  source_port: 5060,
  transport: 'UDP',
  dialled_number: '00442071838750',
  to_number: '00442071838750',
  diversion: '',
  caller_number: '12025550123',
  caller_name: '',
  pai: '',
  rpid: '',
  privacy: '',
  foreign_route: '',
  user_agent: 'test',
  auth_username: '',
  from_domain: '',
  dialled_domain: '',
  local_address: '',
} as const

/** The columns of charges that no package has a part in. */
export const NO_PACKAGE = { package_subscription_id: null, package_seconds: 0 } as const

let sequence = 0
/** The id of a call that began then; no two are the same. */
export function callIdAt(epoch_ms: number): string {
  sequence += 1
  return makeCallId(epoch_ms, 1, sequence)
}

export function recordAt(epoch_ms: number, change: Partial<CallRecord> = {}): CallRecord {
  const started_at = epoch_ms / 1000
  const facts = { call_id: callIdAt(epoch_ms), started_at, ended_at: started_at + 9, engine: 'e1' }
  const identity = { called_number: '442071838750', client_type: 'WHOLESALE' }
  return { ...emptyRecord(facts, INVITE, identity), attempt_no: 1, sip_code: 503, ...change }
}

export const openCall = (account_id: number, change: Partial<OpenCallRow> = {}): OpenCallRow => ({
  call_id: callIdAt(Date.now()),
  engine: 'e1',
  account_id,
  client_type: 'WHOLESALE',
  settlement_id: 7,
  gateway_id: 7,
  caller_number: INVITE.caller_number,
  called_number: '442071838750',
  destination: 'United Kingdom',
  source_ip: INVITE.source_ip,
  started_at: Date.now() / 1000,
  granted_seconds: 60,
  expires_at: Date.now() / 1000 + 90,
  dialog: '',
  sip_call_id: INVITE.sip_call_id,
  payer_ids: [account_id],
  held: [],
  package_subscription_id: null,
  package_seconds_held: 0,
  subjects: [],
  money_end: null,
  decided: {},
  ...change,
})

export const NOTHING: BatchChanges = {
  balances: [],
  subscriptions: [],
  counters: [],
  opened: [],
  changed: [],
  closed: [],
  records: [],
  charges: [],
  entries: [],
  logs: [],
  additions: [],
}

const QUARTER_MS = 900_000

/** Traffic of a quarter of an hour, from the side of the operator unless the change says else. */
export const trafficAt = (epoch_ms: number, change: Partial<TrafficAddition>): TrafficAddition => ({
  bucket: (Math.floor(epoch_ms / QUARTER_MS) * QUARTER_MS) / 1000,
  seller_id: OPERATOR_ID,
  account_id: 0,
  reseller_id: 0,
  settlement_id: 0,
  gateway_id: 0,
  country: '',
  destination: '',
  prefix: '',
  sip_code: 200,
  refusal: '',
  codec: '',
  ...NO_TRAFFIC,
  ...change,
})

/** Writes one batch, with what its records add to reports and the partitions that it needs. */
export async function writeCalls(url: string, changes: Partial<BatchChanges>): Promise<void> {
  const client = makeClient(url, 'test calls', { pipeline: true })
  await client.connect()
  try {
    const days = new Set(changes.records?.map((record) => Math.floor(record.started_at / 86_400)))
    for (const day of days) await makePartitions(client, day * 86_400_000, 1)
    await lockBatch(client, rowsToLock([]))
    const additions = trafficAdditions(changes.records ?? [], changes.charges ?? [])
    await writeBatch(client, { ...NOTHING, additions, ...changes })
  } finally {
    await client.end()
  }
}
