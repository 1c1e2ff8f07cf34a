// Clients and settlement accounts see their own calls, prices, gateways and payments, and of those
// the fields of their side.
import { beforeAll, describe, expect, test } from 'vitest'
import { countActiveCalls, listActiveCalls } from '#contract/calls/active-calls.ts'
import { getCallRecord, getCallTotals, listCallRecords } from '#contract/calls/call-records.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getPaymentTotals, listPayments } from '#contract/payments/payments.ts'
import { listGateways } from '#contract/routing/gateways.ts'
import { listTariffRates } from '#contract/tariffs/tariff-rates.ts'
import { getTariff, listTariffs } from '#contract/tariffs/tariffs.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let sessions: Record<'acme' | 'other' | 'rita' | 'london' | 'paris', Session>

beforeAll(async () => {
  viewers = await addViewers(api)
  const signIn = (name: string) => api.signIn(name, 'CLIENT')
  sessions = {
    acme: await signIn('acme'),
    other: await signIn('other'),
    rita: await signIn('rita'),
    london: await signIn('london'),
    paris: await signIn('paris'),
  }
})

type Name = keyof typeof sessions
const CALLER_SIDE = [
  'call_id started_at progress_at answered_at ended_at duration_ms call_pdd_ms caller_number',
  'caller_name dialled_number called_number source_ip source_port status sip_code sip_reason',
  'q850_cause failure release_side sip_call_id user_agent transport sip_username media_mode codec',
  'callee_codec media caller_mos callee_mos one_way_audio early_media pai rpid diversion privacy',
  'from_domain dialled_domain',
  'local_address prefix destination billed_seconds sell_rate sell_rate_currency sell_amount',
  'sell_currency sell_net sell_vat',
]
const SETTLEMENT_SIDE = [
  'call_id started_at sent_at progress_at answered_at ended_at duration_ms pdd_ms',
  'sent_number settlement_name gateway_id gateway_name gateway_address status gateway_sip_code',
  'gateway_q850_cause attempt_end release_side buy_prefix buy_destination buy_billed_seconds',
  'buy_rate buy_rate_currency buy_amount gateway_user_agent sent_caller_number media_mode codec',
  'callee_codec media caller_mos callee_mos one_way_audio early_media buy_currency buy_net',
  'buy_vat sent_caller_name',
]
const words = (lines: string[]) => lines.join(' ').split(' ').sort()

const rowsOf = async (name: Name, url: string) => {
  const answer = await sessions[name].send({ method: 'GET', url })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const statusOf = async (name: Name, url: string) =>
  (await sessions[name].send({ method: 'GET', url })).statusCode
const fieldsOf = async (name: Name, url: string) => {
  const data = await rowsOf(name, url)
  return Object.keys(Array.isArray(data) ? data[0] : data).sort()
}

describe('call records', () => {
  test.each([
    ['acme', 1],
    ['other', 1],
    ['rita', 1],
    ['london', 1],
    ['paris', 2],
  ] as const)('%s has %i', async (name, count) => {
    const { data, page } = await sessions[name].call(listCallRecords, { query: { type: 'all' } })
    expect([data.length, page.total]).toEqual([count, count])
    const totals = await sessions[name].call(getCallTotals, { query: { type: 'all' } })
    expect(totals.data.calls).toBe(count)
  })

  test('have the fields of the side of the user in lists, files and alone', async () => {
    for (const [name, side] of [
      ['acme', CALLER_SIDE],
      ['rita', CALLER_SIDE],
      ['london', SETTLEMENT_SIDE],
    ] as const) {
      expect(await fieldsOf(name, '/api/cdr?type=all')).toEqual(words([...side]))
      const file = await sessions[name].send({ url: '/api/cdr?type=all&format=csv' })
      expect(file.body.split('\r\n')[0]?.split(',').sort()).toEqual(words([...side]))
    }
    const one = await rowsOf('acme', `/api/cdr/${viewers.ids.own}`)
    expect(Object.keys(one).sort()).toEqual(['call', 'charges', 'deck_destination'])
    expect(Object.keys(one.call).sort()).toEqual(words(CALLER_SIDE))
    const [{ call_id }] = await rowsOf('london', '/api/cdr?type=all')
    const sent = await rowsOf('london', `/api/cdr/${call_id}`)
    expect(Object.keys(sent).sort()).toEqual(['attempts', 'call', 'charges'])
  })

  test('of a client end with what it pays, and of a carrier with what it gets', async () => {
    const sold = await rowsOf('acme', '/api/cdr/totals?type=all')
    expect(sold).toEqual({
      calls: 1,
      answered: 1,
      seconds: 60,
      asr: 1,
      acd_seconds: 60,
      sold: '0.0123',
      sell_currency: 'USD',
    })
    const bought = await rowsOf('london', '/api/cdr/totals?type=all')
    expect(bought).toMatchObject({ calls: 1, answered: 1, bought: '0.007', buy_currency: 'USD' })
    expect(await rowsOf('paris', '/api/cdr/totals?type=all')).toMatchObject({ bought: '0.000011' })
    const whole = await sessions.acme.call(getCallRecord, { params: { call_id: viewers.ids.own } })
    expect(whole.data.charges.map(({ account_name }) => account_name)).toEqual(['Acme'])
    expect(whole.data.charges[0]).not.toHaveProperty('income')
  })

  test('a carrier has each attempt that was sent to it, as it was there', async () => {
    const [refused] = await rowsOf('paris', '/api/cdr?type=all&q=9944')
    expect(refused).toMatchObject({
      status: 'FAILED',
      gateway_name: 'Paris 1',
      sent_number: '99442071838750',
      sent_caller_number: '33100000000',
      buy_amount: '0.000011',
    })
    const { attempts } = await rowsOf('paris', `/api/cdr/${refused.call_id}`)
    expect(attempts).toHaveLength(1)
    // Its id of the call is not that of the client or of another carrier, which it cannot ask for.
    expect(attempts[0].call_id).toBe(refused.call_id)
    const [taken] = await rowsOf('london', '/api/cdr?type=all')
    expect(new Set([viewers.ids.own, refused.call_id, taken.call_id]).size).toBe(3)
    for (const call_id of [viewers.ids.own, taken.call_id]) {
      expect(await statusOf('paris', `/api/cdr/${call_id}`)).toBe(404)
    }
    expect(await rowsOf('london', '/api/cdr?type=all&q=9944')).toEqual([])
    // The number as it was dialled says who called whom.
    expect(await rowsOf('paris', '/api/cdr?type=all&q=442071838750')).toEqual([])
    expect(await rowsOf('acme', '/api/cdr?type=all&q=9944')).toEqual([])
  })

  test('pages of attempts have no gaps, also where one call has several', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const url = `/api/cdr?type=all&limit=1${cursor && `&cursor=${cursor}`}`
      const answer = await sessions.paris.send({ url })
      const { data, page } = answer.json()
      seen.push(...data.map((row: { call_id: string }) => row.call_id))
      cursor = page.next_cursor ?? ''
    } while (cursor)
    expect(new Set(seen).size).toBe(2)
    expect(seen).toHaveLength(2)
  })

  test('of others do not exist', async () => {
    const { own, foreign, retail } = viewers.ids
    expect(await statusOf('acme', `/api/cdr/${foreign}`)).toBe(404)
    expect(await statusOf('acme', `/api/cdr/${retail}`)).toBe(404)
    expect(await statusOf('other', `/api/cdr/${own}`)).toBe(404)
    expect(await statusOf('london', `/api/cdr/${foreign}`)).toBe(404)
    // Not by the id of its client either: it has its own.
    expect(await statusOf('london', `/api/cdr/${own}`)).toBe(404)
  })

  test('are not asked by what the user does not see', async () => {
    const ofClients = 'account_id=1 reseller_id=1 gateway_id=1 settlement_id=1 route_plan_id=1'
    const ofSettlements =
      'account_id=1 called_number=44 caller_number=1 source_ip=192.0.2.7 sip_code=200'
    const both = 'refusal=NO_ROUTE preset=rerouted preset=bad_routing fields=margin fields=refusal'
    for (const [name, filters] of [
      ['acme', `${ofClients} ${both} fields=gateway_name account_id_not=1`],
      ['london', `${ofSettlements} ${both} fields=called_number destination=King`],
    ] as const) {
      for (const filter of filters.split(' ')) {
        const format = filter.startsWith('fields') ? '&format=csv' : ''
        expect(await statusOf(name, `/api/cdr?${filter}${format}`), filter).toBe(400)
      }
    }
    const { paris, london } = viewers.gateways
    const sentTo = async (gateway_id: number) =>
      (await rowsOf('london', `/api/cdr?type=all&gateway_id=${gateway_id}`)).length
    // Its call went over the other one first, which it must not learn.
    expect([await sentTo(london), await sentTo(paris)]).toEqual([1, 0])
  })
})

describe('active calls', () => {
  test('have the side of the user', async () => {
    const names = async (name: Name) => fieldsOf(name, '/api/active-calls')
    const common = ['answered_at', 'call_id', 'hang_up_asked', 'ringing_at', 'started_at', 'state']
    expect(await names('acme')).toEqual(
      [
        ...common,
        ...['called_number', 'caller_number', 'source_ip', 'destination', 'granted_seconds'],
        ...['held', 'currency', 'package_seconds_held', 'sell_rate', 'sell_rate_currency'],
      ].sort(),
    )
    expect(await names('london')).toEqual(
      [
        ...common,
        ...['settlement_name', 'gateway_id', 'gateway_name', 'sent_number', 'sent_caller_number'],
        ...['buy_destination', 'buy_rate', 'buy_rate_currency'],
      ].sort(),
    )
    expect(await rowsOf('london', '/api/active-calls')).toMatchObject([
      { sent_number: '00442071838750', gateway_name: 'London 1', buy_rate: '0.007' },
    ])
    expect(await rowsOf('rita', '/api/active-calls')).toEqual([])
    const { active } = viewers.ids
    const [{ call_id }] = await rowsOf('london', '/api/active-calls')
    expect(call_id).not.toBe(active)
    expect(await statusOf('london', `/api/active-calls/${call_id}`)).toBe(200)
    expect(await statusOf('london', `/api/active-calls/${active}`)).toBe(404)
    expect(await statusOf('paris', `/api/active-calls/${active}`)).toBe(404)
    expect(await statusOf('other', `/api/active-calls/${active}`)).toBe(404)
    const one = await rowsOf('acme', `/api/active-calls/${active}`)
    expect(Object.keys(one)).toEqual(['call'])
  })

  test('are sorted, searched and grouped by what the user sees', async () => {
    for (const query of ['?sort=gateway_name', '?sort=client_name', '/counts?by=gateway']) {
      expect(await statusOf('acme', `/api/active-calls${query}`), query).toBe(400)
    }
    for (const query of ['?sort=called_number', '?called_number=44', '/counts?by=client']) {
      expect(await statusOf('london', `/api/active-calls${query}`), query).toBe(400)
    }
    expect(await rowsOf('london', '/api/active-calls?q=120255')).toEqual([])
    expect(await rowsOf('london', '/api/active-calls?q=331000')).toHaveLength(1)
    expect(await rowsOf('acme', '/api/active-calls?q=331000')).toEqual([])
    const { data } = await sessions.acme.call(countActiveCalls, {})
    expect(data).toMatchObject({ calls: 1, groups: [{ name: 'United Kingdom' }] })
    const sent = await sessions.london.call(countActiveCalls, {})
    expect(sent.data).toMatchObject({ calls: 1, groups: [{ name: 'London 1' }] })
    expect((await sessions.paris.call(listActiveCalls, {})).data).toHaveLength(1)
    expect(await statusOf('acme', '/api/reseller-cdr')).toBe(403)
    expect(await statusOf('acme', '/api/search?q=44')).toBe(403)
  })
})

describe('tariffs', () => {
  test('are the one by which the user is charged', async () => {
    const own = { acme: 'Gold', other: 'Silver', rita: 'Gold', london: 'London prices' } as const
    for (const [name, tariff] of Object.entries(own)) {
      const { data } = await sessions[name as Name].call(listTariffs, {})
      expect(data.map((one) => one.name)).toEqual([tariff])
    }
    const { sell, foreign, buy } = viewers.tariffs
    for (const id of [foreign, buy]) {
      expect(await statusOf('acme', `/api/tariffs/${id}`)).toBe(404)
      expect(await statusOf('acme', `/api/tariffs/${id}/rates`)).toBe(404)
      expect((await sessions.acme.call(getTariff, { params: { id } })).status).toBe(404)
    }
    const rates = await sessions.acme.call(listTariffRates, { params: { tid: sell } })
    expect(rates.data.map(({ prefix, five_minutes }) => [prefix, five_minutes])).toEqual([
      ['44', 61_500],
      ['8801', 100_000],
    ])
  })

  test('keep what is the operator’s', async () => {
    const { sell } = viewers.tariffs
    const hidden = ['kind', 'loss_protection', 'max_loss_percent', 'notes', 'used_by_count']
    const fields = await fieldsOf('acme', `/api/tariffs/${sell}`)
    expect(fields).not.toEqual(expect.arrayContaining([expect.stringMatching(hidden.join('|'))]))
    expect(await fieldsOf('acme', `/api/tariffs/${sell}/rates`)).not.toContain('notes')
    for (const query of ['?sort=used_by_count', '?kind=BUY', '?status=active']) {
      expect(await statusOf('acme', `/api/tariffs${query}`), query).toBe(400)
    }
    const offered = await rowsOf('acme', '/api/lookup/tariffs')
    expect(offered).toMatchObject([{ id: sell }])
    expect(await rowsOf('acme', '/api/lookup/tariffs?kind=SELL')).toEqual([])
    expect(await rowsOf('acme', '/api/lookup/destinations?prefixes=44')).toEqual([])
  })
})

describe('gateways', () => {
  test('are for settlement accounts, with state and load of their own', async () => {
    expect(await statusOf('acme', '/api/gateways')).toBe(403)
    expect(await statusOf('rita', '/api/gateways')).toBe(403)
    const { data } = await sessions.london.call(listGateways, {})
    expect(data).toMatchObject([{ name: 'London 1', active_calls: 1 }])
    expect(await statusOf('london', `/api/gateways/${viewers.gateways.paris}`)).toBe(404)
    const fields = [
      'id version name status host port transport channel_limit active_calls attempts_today',
      'answered_today attempts_hour answered_hour acd_hour_seconds pdd_ms_hour ping_state',
      'ping_since ping_at ping_ms registration_state registration_since registered_until',
      'lock_state locked_at paused_until created_at',
    ]
    expect(await fieldsOf('london', '/api/gateways')).toEqual(words(fields))
    for (const query of ['?sort=priority', '?sort=settlement_name', '?settlement_id=1']) {
      expect(await statusOf('london', `/api/gateways${query}`), query).toBe(400)
    }
  })
})

describe('payments', () => {
  test.each([
    ['acme', 'payable', ['From Acme']],
    ['acme', 'receivable', []],
    ['other', 'payable', ['From Other']],
    ['rita', 'payable', []],
    ['london', 'payable', []],
    ['london', 'receivable', ['To London']],
    ['paris', 'receivable', []],
  ] as const)('of %s that are %s', async (name, direction, references) => {
    const { data } = await sessions[name].call(listPayments, { query: { direction } })
    expect(data.map(({ reference }) => reference)).toEqual(references)
    const totals = await sessions[name].call(getPaymentTotals, { query: { direction } })
    expect(totals.data).toHaveLength(references.length)
  })

  test('of the operator are the other way round', async () => {
    const of = async (direction: 'payable' | 'receivable') =>
      (await api.admin.call(listPayments, { query: { direction, sort: 'at' } })).data
    expect((await of('payable')).map(({ reference }) => reference)).toEqual(['To London'])
    expect((await of('receivable')).map(({ reference }) => reference)).toEqual([
      'From Acme',
      'From Other',
    ])
  })

  test('say nothing of the staff', async () => {
    const fields = await fieldsOf('acme', '/api/payments')
    expect(fields).toEqual(
      words([
        'id at kind payer_name payee_name amount currency method reference note balance_before',
        'balance_after reverses_id is_reversed',
      ]),
    )
    expect(await statusOf('acme', `/api/payments?account_id=${viewers.other}`)).toBe(400)
  })
})

test('nothing can be changed', async () => {
  const { active } = viewers.ids
  const changes: [Endpoint['method'], string][] = [
    ['DELETE', `/api/active-calls/${active}`],
    ['POST', `/api/gateways/${viewers.gateways.london}/lock`],
    ['DELETE', `/api/tariffs/${viewers.tariffs.buy}`],
    ['POST', '/api/payments'],
  ]
  for (const [method, url] of changes) {
    const answer = await sessions.london.send({ method, url, payload: {} })
    expect(answer.statusCode, url).toBe(403)
  }
})
