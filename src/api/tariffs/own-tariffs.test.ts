// Tariffs of resellers: their own, which they change, and those by which they are charged.
import { beforeAll, describe, expect, test } from 'vitest'
import { copyTariff, getMarkup } from '#contract/tariffs/markups.ts'
import { createTariffRate, deleteTariffRate } from '#contract/tariffs/tariff-rates.ts'
import * as tariffs from '#contract/tariffs/tariffs.ts'
import { rate } from '#core/money.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addRate, addResellerNamed } from '#test/support/configuration.ts'
import { rateForm, tariffForm } from '#test/support/forms.ts'
import { COPY } from '#test/support/markups.ts'

const api = apiForFile()
let amber: Session
let beryl: Session
let cost: number
let cost_rate: number

beforeAll(async () => {
  const body = { ...tariffForm, name: 'Cost', kind: 'RESELLER_COST', notes: 'Secret' } as const
  cost = (await api.admin.call(tariffs.createTariff, { body })).data.id
  cost_rate = (await addRate(api, cost, { rate: rate(2_500_000), notes: 'Bought dear' })).id
  for (const name of ['Amber', 'Beryl']) await addResellerNamed(api, cost, name)
  amber = await api.signIn('amber', 'RESELLER')
  beryl = await api.signIn('beryl', 'RESELLER')
})

const { loss_protection: _, max_loss_percent: __, ...ownForm } = tariffForm
const add = (session: Session, change: object) =>
  session.call(tariffs.createTariff, { body: { ...ownForm, ...change } as typeof tariffForm })

describe('a reseller', () => {
  test('has tariffs of its own, which no reseller beside it sees', async () => {
    const { data } = await add(amber, { name: 'Amber retail', notes: 'For shops' })
    expect(data).toMatchObject({ is_own: true, notes: 'For shops', kind: 'SELL' })
    const { notes: _notes, ...price } = { ...rateForm, rate: rate(4_000_000) }
    const body = price as typeof rateForm
    const added = await amber.call(createTariffRate, { params: { tid: data.id }, body })
    expect(added.data).toMatchObject({ prefix: '44', rate: 4_000_000 })
    expect((await amber.call(tariffs.listTariffs, {})).data).toMatchObject([
      { name: 'Amber retail', is_own: true, rates_count: 1 },
      { name: 'Cost', is_own: false, notes: '', used_by_count: 0 },
    ])
    const params = { id: data.id }
    expect((await beryl.call(tariffs.getTariff, { params })).status).toBe(404)
    expect((await api.admin.call(tariffs.getTariff, { params })).data.is_own).toBe(true)
    const change = { ...ownForm, name: 'Amber shops', version: data.version } as never
    const changed = await amber.call(tariffs.updateTariff, { params, body: change })
    expect(changed.data.name).toBe('Amber shops')
    // How gateways are left out is set by the operator.
    expect(changed.data).not.toHaveProperty('loss_protection')
    const kept = await api.admin.call(tariffs.getTariff, { params })
    expect(kept.data.loss_protection).toBe(true)
  })

  test('changes nothing of the tariff by which it is charged', async () => {
    const params = { id: cost }
    const body = { ...ownForm, name: 'Mine', version: 1 } as never
    const answers = await Promise.all([
      amber.call(tariffs.updateTariff, { params, body }),
      amber.call(tariffs.deleteTariff, { params }),
      amber.call(createTariffRate, { params: { tid: cost }, body: rateForm }),
      amber.call(deleteTariffRate, { params: { tid: cost, id: cost_rate } }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect([statuses[0], statuses[1], statuses[3]]).toEqual([404, 404, 404])
    expect(statuses[2]).toBeGreaterThanOrEqual(400)
    const { data } = await api.admin.call(tariffs.getTariff, { params })
    expect(data).toMatchObject({ name: 'Cost', rates_count: 1, version: 1 })
  })

  test('marks its cost up for its own clients', async () => {
    const body = { ...COPY, name: 'Amber plus' }
    const { data } = await amber.call(copyTariff, { params: { id: cost }, body })
    expect(data).toMatchObject({ name: 'Amber plus', is_own: true, markup_state: 'PENDING' })
    const markup = await amber.call(getMarkup, { params: { id: data.id } })
    expect(markup.data).toMatchObject({ parent_name: 'Cost', follows: true })
    expect((await beryl.call(getMarkup, { params: { id: data.id } })).status).toBe(404)
  })

  test('buys nothing', async () => {
    const { problem } = await add(amber, { name: 'Bought', kind: 'BUY' })
    expect(problem.fields).toHaveProperty('kind')
  })
})
