// The carrier that is struck: one client under five resellers, a gateway that answers, one that
// refuses, one that rings; caps and limits that are looked at for every call, and never reached.
import type pg from 'pg'
import { makeWorld, putResellersAbove } from '../support/world.ts'

export interface Addresses {
  readonly switch: string
  /** Of callers, one for each kind of call. */
  readonly callers: readonly string[]
  readonly answers: string
  readonly refuses: string
  readonly rings: string
  /** Whose media goes past the switch. */
  readonly direct: string
}

/** The first three numbers of loopback addresses of our own: `127.0.48`. */
export function addressesIn(network: string): Addresses {
  return {
    switch: `${network}.1`,
    callers: [2, 3, 4, 5, 6].map((last) => `${network}.${last}`),
    answers: `${network}.21`,
    refuses: `${network}.22`,
    rings: `${network}.23`,
    direct: `${network}.24`,
  }
}

/** Numbers whose first gateway refuses, and numbers that only ring. */
export const FAIL_OVER_PREFIX = '4411'
export const RINGING_PREFIX = '4422'
/** Numbers whose media goes past the switch. */
export const DIRECT_PREFIX = '4433'
/** The longest call: so long a direct one waits for a BYE that a crash has taken along. */
const LONGEST_SECONDS = 60

const RICH = 1_000_000_000
/** Hundred-millionths a minute of the resellers, the nearest first. */
const CHAIN = [2_900_000, 2_700_000, 2_500_000, 2_300_000, 2_100_000]

/** Writes it into the database of a running product, which hears of it by itself. */
export async function setUpFaults(database: pg.Pool, addresses: Addresses): Promise<void> {
  const { client_id, gateway_ids, settlement_ids } = await makeWorld(database, {
    balance: RICH,
    gateway_hosts: [addresses.answers, addresses.refuses],
    max_call_duration_seconds: LONGEST_SECONDS,
  })
  await putResellersAbove(database, client_id, CHAIN, RICH)
  await database.query('update account set vat_percent = 190000, channel_limit = 2000')
  await database.query(
    `update account_balance set daily_spend_limit = $1, monthly_spend_limit = $1,
       max_debt = case when has_floor then null else $1::bigint end`,
    [RICH],
  )
  const [answers, refuses] = gateway_ids
  await database.query('delete from client_ip')
  for (const caller of addresses.callers) {
    await database.query(
      `insert into client_ip (account_id, ip)
       select account_id, $1 from client`,
      [caller],
    )
  }
  const addGateway = async (name: string, host: string, media_mode: 'PROXY' | 'DIRECT') => {
    const { rows } = await database.query<{ id: number }>(
      `insert into gateway (settlement_id, name, host, media_mode) values ($1, $2, $3, $4)
       returning id`,
      [settlement_ids[1], name, host, media_mode],
    )
    return rows[0]?.id ?? 0
  }
  const rings = await addGateway('Rings', addresses.rings, 'PROXY')
  const direct = await addGateway('Direct', addresses.direct, 'DIRECT')
  // Each gateway says for itself.
  await database.query(`update client set media_mode = 'DIRECT'`)
  await database.query(`delete from route_target where gateway_id = $1`, [refuses])
  await addRule(database, FAIL_OVER_PREFIX, [refuses, answers])
  await addRule(database, RINGING_PREFIX, [rings])
  await addRule(database, DIRECT_PREFIX, [direct])
  await database.query('update change_number set number = number + 1')
}

async function addRule(database: pg.Pool, prefix: string, gateway_ids: number[]): Promise<void> {
  await database.query(
    `with rule as (insert into route_rule (route_plan_id, dst_prefix)
       select id, $1 from route_plan returning id)
     insert into route_target (route_rule_id, gateway_id, position)
     select rule.id, t.gateway_id, t.position from rule,
       unnest($2::bigint[]) with ordinality as t(gateway_id, position)`,
    [prefix, gateway_ids],
  )
}
