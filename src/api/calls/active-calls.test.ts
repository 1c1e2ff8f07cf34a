// Calls that are going on, from rows as the engine writes them.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  countActiveCalls,
  getActiveCall,
  hangUpCall,
  listActiveCalls,
} from '#contract/calls/active-calls.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { me } from '#contract/people/session.ts'
import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import { money, rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { openCall, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'

const api = apiForFile()
let account_id: number
let other_id: number

beforeAll(async () => {
  const tariff_id = await addTariff(api, 'SELL')
  const add = (name: string) => addClientNamed(api, tariff_id, name)
  account_id = await add('Acme')
  other_id = await add('Other')
})

describe('active calls', () => {
  test('show what is held and what the call costs', async () => {
    const call = openCall(account_id, {
      payer_ids: [other_id, account_id],
      held: [money(7), money(1_500)],
      decided: { payers: [{ price: { terms: { rate: rate(1_230_000) } } }], routes: null },
    })
    const other = openCall(other_id)
    await writeCalls(api.url, { opened: [call, other] })
    const query = { account_id }
    const { data } = await api.admin.call(listActiveCalls, { query })
    expect(data).toMatchObject([
      {
        call_id: call.call_id,
        client_name: 'Acme',
        held: 1_500,
        sell_rate: 1_230_000,
        buy_rate: null,
      },
    ])
    const counters = (await api.admin.call(me, {})).data.calls
    expect(counters.active).toBe(2)
    await writeCalls(api.url, { closed: [call.call_id, other.call_id] })
  })

  test('are counted all of them, in groups that a filter by the group leaves alone', async () => {
    const now = Date.now() / 1000
    const answered = { state: 'ANSWERED', answered_at: now - 90 } as const
    const calls = [
      openCall(account_id),
      openCall(account_id, { destination: 'France' }),
      openCall(other_id, { started_at: now + 1 }),
    ]
    await writeCalls(api.url, { opened: calls })
    await writeCalls(api.url, {
      changed: [{ ...NO_CHANGE, call_id: calls[0]!.call_id, ...answered }],
    })
    const count = async (query: Partial<QueryOf<typeof countActiveCalls>>) =>
      (await api.admin.call(countActiveCalls, { query })).data
    expect(await count({ by: 'client', account_id: other_id })).toMatchObject({
      calls: 3,
      answered: 1,
      groups_total: 2,
      groups: [
        { id: String(other_id), name: 'Other', calls: 1, answered: 0, load: 1 },
        { id: String(account_id), name: 'Acme', calls: 2, answered: 1, load: 2 },
      ],
    })
    const filtered = await count({ by: 'destination', account_id, min_seconds: 60 })
    expect(filtered.groups.map(({ name, calls, load }) => [name, calls, load])).toEqual([
      ['United Kingdom', 1, 2],
      ['France', 0, 1],
    ])
    const since = new Date((now + 0.5) * 1000).toISOString()
    expect((await count({ by: 'gateway', since })).newer).toBe(1)
    expect((await count({ by: 'gateway', since, account_id })).newer).toBe(0)

    const upTo = await api.admin.call(listActiveCalls, { query: { started_until: since } })
    expect(upTo.data.map(({ call_id }) => call_id)).toEqual(calls.slice(0, 2).map((c) => c.call_id))
    const one = await api.admin.call(getActiveCall, { params: { call_id: calls[1]!.call_id } })
    expect(one.data).toMatchObject({ call: { destination: 'France' }, steps: [] })
    await writeCalls(api.url, { closed: calls.map(({ call_id }) => call_id) })
  })

  test('are hung up by asking the engine', async () => {
    const call = openCall(account_id)
    await writeCalls(api.url, { opened: [call] })
    const params = { call_id: call.call_id }
    expect((await api.admin.call(hangUpCall, { params })).status).toBe(204)
    const { data } = await api.admin.call(listActiveCalls, { query: { account_id } })
    expect(data).toMatchObject([{ hang_up_asked: true }])
    await writeCalls(api.url, { closed: [call.call_id] })
    expect((await api.admin.call(hangUpCall, { params })).status).toBe(404)
  })
})
