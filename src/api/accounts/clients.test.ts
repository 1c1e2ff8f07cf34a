// Wholesale clients, as an admin sets them up by clicking.
import { describe, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import * as clients from '#contract/accounts/wholesale-clients.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { money, percent, rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addNumberList,
  addTariff,
  lastActivity,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { clientIpForm, resellerForm } from '#test/support/forms.ts'
import { changeBalance } from '#test/support/rows.ts'

type ClientForm = BodyOf<typeof clients.createWholesaleClient>

const api = apiForFile()

describe('a wholesale client', () => {
  test('has credit only when it is postpaid, like a reseller', async () => {
    const message = 'Prepaid accounts have no credit: 0, or choose postpaid.'
    const prepaid = { billing_type: 'PREPAID', credit_limit: money(1) } as const
    const refused = await addClient(api, prepaid)
    expect([refused.status, refused.problem.fields?.credit_limit]).toEqual([400, message])
    const { id, form } = await addClient(api, { credit_limit: money(1) })
    const body = { ...form, ...prepaid, version: 1 }
    const change = await api.admin.call(clients.updateWholesaleClient, { params: { id }, body })
    expect(change.problem.fields?.credit_limit).toBe(message)
    const cost = await addTariff(api, 'RESELLER_COST')
    const reseller = { ...resellerForm(cost, 'Borrower'), ...prepaid }
    const added = await api.admin.call(createReseller, { body: reseller })
    expect(added.problem.fields?.credit_limit).toBe(message)
  })

  test('is added with its account, balance and portal login', async () => {
    const before = await routingChangeNumber(api)
    const { data, id, form } = await addClient(api, { credit_limit: money(5_000_000) })
    expect(data).toMatchObject({
      ...form,
      balance: 0n,
      held: 0n,
      available: 5_000_000n,
      version: 1,
    })
    expect(await routingChangeNumber(api)).toBe(before + 1)
    const { data: read } = await api.admin.call(clients.getWholesaleClient, { params: { id } })
    expect(read).toEqual(data)
    const { action, entity, entity_id, changes } = await lastActivity(api)
    expect({ action, entity, entity_id }).toEqual({
      action: 'CREATE',
      entity: 'wholesale_client',
      entity_id: String(id),
    })
    expect(changes).toMatchObject({ credit_limit: [null, '5'], password: ['•••', '•••'] })
    expect(JSON.stringify(changes)).not.toContain('horse')
  })

  test('keeps what it may do and spend as it was written', async () => {
    const list = await addNumberList(api)
    const rules: Partial<ClientForm> = {
      expires_at: '2030-01-01T00:00:00Z',
      tags: ['premium', 'eu-1'],
      dst_from: 'TO',
      src_from: 'PAI',
      dst_list_id: list,
      src_list_id: list,
      cli_policy: 'FORCE',
      cli_list_id: list,
      allow_high_risk: true,
      min_profit_percent: percent(-12_345),
      per_call_cost_limit: money(2_500_000),
      daily_spend_limit: money(100_000_000),
      monthly_spend_limit: money(1_000_000_000),
      on_net_rate: rate(500_000),
    }
    const { data, id, form } = await addClient(api, rules)
    expect(data).toMatchObject({ ...rules, spent_today: 0n, spent_this_month: 0n })
    const body = { ...form, daily_spend_limit: null, cli_policy: 'PASS', version: 1 } as const
    const changed = await api.admin.call(clients.updateWholesaleClient, { params: { id }, body })
    expect(changed.data).toMatchObject({ daily_spend_limit: null, cli_policy: 'PASS' })
  })

  test('says what of its limits is used up, today and this month', async () => {
    const { id } = await addClient(api)
    const spend = async (spent_day: string) => {
      const spent = { spent_day, spent_today: money(3), spent_this_month: money(7) }
      const update = api.database.updateTable('account_balance').set(spent)
      await update.where('account_id', '=', id).execute()
      const { data } = await api.admin.call(clients.getWholesaleClient, { params: { id } })
      return [data.spent_today, data.spent_this_month]
    }
    const today = new Date().toISOString().slice(0, 10)
    expect(await spend(today)).toEqual([3n, 7n])
    expect(await spend('2000-01-01')).toEqual([0n, 0n])
  })

  test.each([
    ['tags', { tags: ['Not a tag'] }],
    ['cli_list_id', { cli_policy: 'FORCE' }],
    ['dst_list_id', { dst_list_id: 999_999 }],
    ['translation_id', { translation_id: 999_999 }],
    ['daily_spend_limit', { daily_spend_limit: money(0) }],
    ['min_profit_percent', { min_profit_percent: percent(-1_000_001) }],
  ] as const)('is refused with an unfit %s', async (field, change) => {
    const answer = await addClient(api, change as object)
    expect(answer.status).toBe(400)
    expect(answer.problem.fields).toHaveProperty(field)
  })

  test('is changed only by who has read its newest version', async () => {
    const { id, form } = await addClient(api)
    const change = (notes: string, version: number) =>
      api.admin.call(clients.updateWholesaleClient, {
        params: { id },
        body: { ...form, notes, version },
      })
    expect((await change('first', 1)).data).toMatchObject({ notes: 'first', version: 2 })
    expect((await lastActivity(api)).changes).toEqual({ notes: ['', 'first'] })
    expect((await change('second', 1)).problem.code).toBe('changed-meanwhile')
  })

  test('buys by a SELL tariff that exists', async () => {
    const wrong = await addClient(api, { tariff_id: await addTariff(api, 'BUY') })
    expect(wrong.status).toBe(400)
    expect(wrong.problem.fields).toHaveProperty('tariff_id')
    expect((await addClient(api, { tariff_id: 999_999 })).problem.fields).toHaveProperty(
      'tariff_id',
    )
    expect((await addClient(api, { route_plan_id: 999_999 })).problem.fields).toHaveProperty(
      'route_plan_id',
    )
  })

  test('has a name and a username of its own', async () => {
    const { form } = await addClient(api)
    const sameName = await addClient(api, { name: form.name.toUpperCase() })
    expect(sameName.problem).toMatchObject({ code: 'already-exists', fields: { name: /taken/ } })
    const sameUser = await addClient(api, { username: form.username.toUpperCase() })
    expect(sameUser.problem).toMatchObject({
      code: 'already-exists',
      fields: { username: /taken/ },
    })
  })

  test('keeps a credit limit that covers what it owes', async () => {
    const { id, form } = await addClient(api, { credit_limit: money(10_000_000) })
    await changeBalance(api, id, { balance: money(-3_000_000), held: money(1_500_000) })
    const change = (credit_limit: number) =>
      api.admin.call(clients.updateWholesaleClient, {
        params: { id },
        body: { ...form, credit_limit: money(credit_limit), version: 1 },
      })
    const low = await change(4_499_999)
    expect(low.status).toBe(409)
    expect(low.problem.fields?.credit_limit).toContain('4.5')
    expect((await change(4_500_000)).status).toBe(200)
    const refused = await api.admin.call(clients.deleteWholesaleClient, { params: { id } })
    expect(refused.problem.code).toBe('in-use')
  })

  test('is gone when deleted, and its name and addresses are free again', async () => {
    const { id, form } = await addClient(api)
    const ip = '198.51.100.7'
    await api.admin.call(createClientIp, { body: clientIpForm(id, ip) })
    await api.signIn(form.username, 'CLIENT')
    const answer = await api.admin.call(clients.deleteWholesaleClient, { params: { id } })
    expect(answer.status).toBe(204)
    const read = await api.admin.call(clients.getWholesaleClient, { params: { id } })
    expect(read.status).toBe(404)
    await expect(api.signIn(form.username, 'CLIENT')).rejects.toThrow('login-failed')
    const again = await addClient(api, { name: form.name, username: form.username })
    expect(again.status).toBe(200)
    const body = clientIpForm(again.id, ip)
    expect((await api.admin.call(createClientIp, { body })).status).toBe(200)
  })

  test('is found, filtered and sorted in the list', async () => {
    const { form } = await addClient(api, { name: 'Zulu 100%_Telecom', status: 'blocked' })
    const q = '100%_t'
    const { data } = await api.admin.call(clients.listWholesaleClients, { query: { q } })
    expect(data.map(({ name }) => name)).toEqual([form.name])
    const list = await api.admin.call(clients.listWholesaleClients, {
      query: { status: 'blocked', sort: '-name' },
    })
    expect(list.data[0]?.name).toBe(form.name)
    expect(list.data.every(({ status }) => status === 'blocked')).toBe(true)
  })
})

test('text that PostgreSQL cannot keep is the fault of who sends it', async () => {
  const answer = await addClient(api, { notes: 'a\u0000b' })
  expect(answer.status).toBe(400)
  expect((await addClient(api, { vat_percent: percent(9_000_000_000_000) })).status).toBe(400)
})
