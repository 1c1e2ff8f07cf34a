// Calls that the engine makes, found again through the API: their records, and the filters.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getCallRecord, listCallRecords } from '#contract/calls/call-records.ts'
import { countRoutingErrors, listRoutingErrors } from '#contract/calls/routing-logs.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { toSum } from '#core/money.ts'
import type { Engine } from '#engine/engine.ts'
import type { AttemptReport, CallEvent, SwitchInvite } from '#engine/kamailio/switch-link.ts'
import { type ChargedPlace, closePlace, openPlace } from '../support/charged-calls.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { startTestEngine } from '../support/test-engine.ts'

let place: ChargedPlace
let engine: Engine
const kamailio = new ScriptedSwitch()
/** Ids of the calls, by what they are. */
const ids: Record<'talked' | 'rerouted' | 'failed' | 'refused' | 'stranger', string> = {
  talked: '',
  rerouted: '',
  failed: '',
  refused: '',
  stranger: '',
}

const done = (key: string) => vi.waitFor(() => expect(kamailio.acknowledged).toContain(key))
const HEADERS = {
  pai: '<sip:+4930999@carrier.example>',
  rpid: '"Acme" <sip:4930888@carrier.example>;party=calling',
  diversion: '<sip:4930777@carrier.example>;reason=unconditional',
  privacy: 'none',
  from_domain: 'carrier.example',
  dialled_domain: 'switch.example',
  caller_name: 'Acme',
}
const FIGURES = {
  ...{ mos: 4.2, jitter_ms: 1, loss_percent: 0, packets: 500 },
  ...{ round_trip_ms: 30, last_packet_at: 4_000_000_000 },
}
const MEDIA = {
  caller: { ...FIGURES, codec: 'PCMA' },
  callee: { ...FIGURES, codec: 'G729' },
  is_held: false,
}

const attempt = (gateway_id: number, sip_code: number, at: number): AttemptReport => ({
  gateway_id,
  sip_code,
  attempt_end: sip_code === 200 ? 'ANSWERED' : 'REFUSED',
  not_sent_reason: null,
  gateway_user_agent: `Vendor ${sip_code}`,
  sent_at: at,
  ringing_at: null,
  ended_at: at,
  q850_cause: sip_code === 504 ? 27 : 34,
  retry_after: null,
})

/** A call with this end, and its id. */
async function make(
  invite: Partial<SwitchInvite>,
  codes: readonly number[],
  seconds: number | null,
  media: CallEvent['media'] = null,
): Promise<string> {
  const call = await kamailio.invite(invite)
  expect(call.decision?.kind).toBe('route')
  const at = call.invite.received_at
  const { gateway_ids } = place.world
  const attempts = codes.map((code, place) => attempt(gateway_ids[place] ?? 0, code, at))
  const end = { attempts, sip_code: codes.at(-1) ?? null, released_by: 'caller' as const }
  if (seconds === null) {
    const cause = attempts.at(-1)?.q850_cause ?? null
    await done(kamailio.event('failed', call, { ...end, ended_at: at, q850_cause: cause }))
  } else {
    const answer = { ...end, gateway_id: attempts.at(-1)?.gateway_id ?? null, answered_at: at }
    await done(kamailio.event('answered', call, answer))
    const over = { ...answer, ended_at: at + seconds, live: false, media, early_media: true }
    await done(kamailio.event('ended', call, over))
  }
  return call.decision?.call_id ?? ''
}

async function refuse(invite: Partial<SwitchInvite>): Promise<string> {
  const { decision } = await kamailio.invite(invite)
  const call_id = decision?.call_id ?? ''
  await vi.waitFor(async () => {
    const { status } = await place.api.admin.call(getCallRecord, { params: { call_id } })
    expect(status).toBe(200)
  })
  return call_id
}

beforeAll(async () => {
  place = await openPlace(3_000_000)
  const { pool, world } = place
  await pool.query(`insert into tunnel (owner_id, name, kind, local_ip, sip_port)
    values (1, 'Way out', 'BIND_IP', '127.0.0.77', 5070)`)
  await pool.query(
    `update gateway set tunnel_id = (select id from tunnel where name = 'Way out') where id = $1`,
    [world.gateway_ids[1]],
  )
  await pool.query('update change_number set number = number + 1')
  engine = await startTestEngine(kamailio, {
    url: place.api.engine_url,
    random: () => 0,
  })
  const local_address = '203.0.113.9:5060'
  ids.talked = await make({ ...HEADERS, local_address }, [200], 60, MEDIA)
  ids.rerouted = await make({ caller_number: '4930222' }, [503, 200], 5)
  ids.failed = await make({}, [503, 504], null)
  ids.refused = await refuse({ dialled_number: '331234567' })
  ids.stranger = await refuse({ source_ip: '127.0.9.9' })
})
afterAll(async () => {
  await engine.stop()
  await closePlace(place)
})

const callOf = async (call_id: string) =>
  (await place.api.admin.call(getCallRecord, { params: { call_id } })).data

describe('the record of a call', () => {
  test('tells what the caller sent, what the gateway was told, and the tunnel', async () => {
    const { call } = await callOf(ids.talked)
    expect(call).toMatchObject({
      ...HEADERS,
      local_address: '203.0.113.9:5060',
      sent_caller_name: 'Acme',
      tunnel_name: null,
      codec: 'PCMA',
      callee_codec: 'G729',
      early_media: true,
    })
    const { attempts } = await callOf(ids.rerouted)
    expect(attempts.map(({ tunnel_name }) => tunnel_name)).toEqual([null, 'Way out'])
    expect(attempts.map(({ early_media }) => early_media)).toEqual([false, true])
    const agents = attempts.map(({ gateway_user_agent }) => gateway_user_agent)
    expect(agents).toEqual(['Vendor 503', 'Vendor 200'])
    expect(attempts[1]).toMatchObject({ pai: '', local_address: '127.0.0.1:5060' })
  })

  test('has both sides of the money without and with VAT, and the margin in percent', async () => {
    const { call } = await callOf(ids.talked)
    // A minute at 0.03 and 0.01 with a fee of 0.0015 each; the top reseller pays 0.02.
    expect(call).toMatchObject({
      sell_net: 31_500,
      sell_vat: 6_300,
      sell_amount: 37_800,
      buy_net: 11_500n,
      buy_vat: 0n,
      // The fee is the client's and the carrier's.
      revenue: 20_000,
      cost: 11_500,
      margin: 8_500n,
      currency: 'USD',
      margin_percent: 425_000,
    })
    const { attempts } = await callOf(ids.rerouted)
    expect(attempts[0]).toMatchObject({ sell_net: null, buy_net: null, margin_percent: null })
    const refused = await callOf(ids.refused)
    expect(refused.call).toMatchObject({ sell_net: null, margin_percent: null })
  })

  test('shows as bought what all attempts cost, so that the margin is the difference', async () => {
    const { call, attempts, charges } = await callOf(ids.rerouted)
    const { data } = await place.api.admin.call(listCallRecords, { query: { range: '1h' } })
    expect(data.find(({ call_id }) => call_id === ids.rerouted)).toEqual(call)
    expect(attempts.map(({ buy_amount }) => buy_amount > 0)).toEqual([true, true])
    const sum = attempts.reduce((left, { buy_amount }) => left + buy_amount, 0n)
    expect(call.buy_amount).toBe(sum)
    const top = charges.reduce((one, other) => (other.depth > one.depth ? other : one))
    expect([call.revenue, toSum(call.cost)]).toEqual([top.net, call.buy_net])
  })

  test('counts what carriers of other currencies cost in the one of the last', async () => {
    const { call_id } = (await callOf(ids.rerouted)).call
    const first = [call_id, place.world.settlement_ids[0]]
    const charge = 'call_charge where call_id = $1 and account_id = $2'
    const { rows } = await place.pool.query(`select terms from ${charge}`, first)
    const setTerms = (terms: object) =>
      place.pool.query(`update ${charge.replace(' where', ' set terms = $3::jsonb where')}`, [
        ...first,
        JSON.stringify(terms),
      ])
    const before = (await callOf(call_id)).call
    await setTerms({ ...rows[0].terms, party_fx: 200_000_000 })
    const { call, attempts } = await callOf(call_id)
    expect(call.buy_amount).toBe(before.buy_amount + (attempts[0]?.buy_amount ?? 0n))
    await setTerms(rows[0].terms)
  })
})

type Query = Partial<QueryOf<typeof listCallRecords>>
async function found(query: Query): Promise<string[]> {
  const { data } = await place.api.admin.call(listCallRecords, { query: { range: '1h', ...query } })
  const names = Object.entries(ids)
  return data
    .map(({ call_id }) => names.find(([, id]) => id === call_id)?.[0] ?? call_id)
    .toReversed()
}

describe('call records are found', () => {
  test('by a gateway or a carrier of any attempt, also one that failed', async () => {
    const { gateway_ids, settlement_ids } = place.world
    const all = ['talked', 'rerouted', 'failed']
    expect(await found({ gateway_id: [gateway_ids[0]!] })).toEqual(all)
    expect(await found({ gateway_id: [gateway_ids[1]!] })).toEqual(all.slice(1))
    expect(await found({ settlement_id: [settlement_ids[0]!] })).toEqual(all)
    expect(await found({ settlement_id: [settlement_ids[1]!] })).toEqual(all.slice(1))
  })

  test('by whoever called, and from where', async () => {
    const known = ['talked', 'rerouted', 'failed', 'refused']
    for (const reseller_id of place.reseller_ids) {
      expect(await found({ reseller_id: [reseller_id] })).toEqual(known)
    }
    expect(await found({ reseller_id: [place.world.client_id] })).toEqual([])
    expect(await found({ source_ip: ['127.0.9.0/24'] })).toEqual(['stranger'])
    expect(await found({ source_ip: ['127.0.0.1'] })).toEqual(known)
    expect(await found({ username: 'nobody' })).toEqual([])
  })

  test('by the way, the result and the codec', async () => {
    const { rows } = await place.pool.query('select id from route_plan')
    expect(await found({ route_plan_id: [rows[0].id] })).toEqual(['talked', 'rerouted', 'failed'])
    expect(await found({ destination: 'kingdom' })).toEqual(['talked', 'rerouted', 'failed'])
    expect(await found({ q850_cause: [27] })).toEqual(['failed'])
    expect(await found({ q850_cause: [70_000], sip_code: [99_999] })).toEqual([])
    expect(await found({ min_duration_seconds: 5, max_duration_seconds: 5 })).toEqual(['rerouted'])
    expect(await found({ codec: ['G729'] })).toEqual(['talked'])
    expect(await found({ codec: ['GSM'] })).toEqual([])
  })

  test('by several values, and by none of some', async () => {
    const { gateway_ids, client_id } = place.world
    const [first, second] = gateway_ids.map((id) => [id])
    const untried = ['refused', 'stranger']
    expect(await found({ gateway_id: [...gateway_ids] })).toEqual(['talked', 'rerouted', 'failed'])
    expect(await found({ gateway_id_not: [...gateway_ids] })).toEqual(untried)
    expect(await found({ gateway_id: first, gateway_id_not: second })).toEqual(['talked'])
    expect(await found({ account_id_not: [client_id] })).toEqual(['stranger'])
    expect(await found({ destination_not: 'kingdom' })).toEqual(untried)
    expect(await found({ source_ip_not: ['127.0.0.1'], called_number_not: ['44'] })).toEqual(
      await found({ source_ip_not: ['127.0.0.1'] }),
    )
    // A call without a refusal has not this one.
    expect(await found({ refusal: ['DEST_NO_RATE', 'AUTH_UNKNOWN_IP'] })).toEqual(untried)
    const others = ['talked', 'rerouted', 'failed', 'stranger']
    expect(await found({ refusal_not: ['DEST_NO_RATE'] })).toEqual(others)
    expect(await found({ codec_not: ['G729'] })).not.toContain('talked')
  })

  test('by the usual views', async () => {
    expect(await found({ preset: 'short' })).toEqual(['rerouted'])
    expect(await found({ preset: 'rerouted' })).toEqual(['rerouted', 'failed'])
    expect(await found({ preset: 'not_authorised' })).toEqual(['stranger'])
    expect(await found({ preset: 'bad_routing' })).toEqual(['refused'])
    expect(await found({ preset: 'package' })).toEqual([])
  })
})

describe('routing errors', () => {
  const errors = async (query: Partial<QueryOf<typeof listRoutingErrors>>) => {
    const { data } = await place.api.admin.call(listRoutingErrors, {
      query: { range: '1h', ...query },
    })
    return data.map(({ refusal }) => refusal).toReversed()
  }

  test('are found by gateway, plan, source and destination', async () => {
    const tried = await errors({ gateway_id: [place.world.gateway_ids[0]!] })
    expect(await errors({ gateway_id: [place.world.gateway_ids[1]!] })).toEqual(tried)
    const { rows } = await place.pool.query('select id from route_plan')
    expect(await errors({ route_plan_id: [rows[0].id] })).toEqual(tried)
    expect(await errors({ destination: 'kingdom' })).toEqual(tried)
    expect(await errors({ source_ip: ['127.0.9.0/24'] })).toEqual(['AUTH_UNKNOWN_IP'])
    expect(await errors({})).toEqual([...tried, 'DEST_NO_RATE', 'AUTH_UNKNOWN_IP'])
    expect(tried).toEqual(['ALL_ROUTES_FAILED'])
  })

  test('are counted by destination', async () => {
    const { data } = await place.api.admin.call(countRoutingErrors, { query: { range: '1h' } })
    // A number without a rate counts under its name in the code deck.
    expect(data.by_destination).toEqual([
      { value: 'France', label: 'France', count: 1 },
      { value: 'United Kingdom', label: 'United Kingdom', count: 1 },
    ])
  })
})

// Last, because the lists above would have its call too.
test('a record keeps no more of a text than 256 characters', async () => {
  const stranger = { from_domain: 'z'.repeat(5000), source_ip: '127.0.9.8' }
  const long = { user_agent: 'x'.repeat(5000), pai: 'y'.repeat(5000), ...stranger }
  const { call } = await callOf(await refuse(long))
  const lengths = [call.user_agent, call.pai, call.from_domain].map(({ length }) => length)
  expect(lengths).toEqual([256, 256, 256])
})
