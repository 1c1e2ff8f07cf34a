// Currencies: what they are worth, and who has them.
import { expect, test } from 'vitest'
import { lookupCurrencies } from '#contract/console/lookups.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { createPackage, deletePackage } from '#contract/packages/packages.ts'
import * as currencies from '#contract/tariffs/currencies.ts'
import { createTariff, getTariff } from '#contract/tariffs/tariffs.ts'
import { fx, SYSTEM_FX } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff, lastActivity, named, routingChangeNumber } from '#test/support/configuration.ts'
import { packageForm, tariffForm } from '#test/support/forms.ts'

const api = apiForFile()

const EURO = { code: 'EUR', name: 'Euro', rate: fx(108_000_000) }

test('a currency is added, read, changed, listed, picked and deleted', async () => {
  const number = await routingChangeNumber(api)
  const { data } = await api.admin.call(currencies.createCurrency, { body: EURO })
  expect(data).toMatchObject({ ...EURO, is_system: false, accounts_count: 0, tariffs_count: 0 })
  expect(await lastActivity(api)).toMatchObject({ action: 'CREATE', entity_id: 'EUR' })
  const params = { code: 'EUR' }
  expect((await api.admin.call(currencies.getCurrency, { params })).data).toEqual(data)

  const body = { name: 'Euros', rate: fx(109_000_000), version: 1 }
  const changed = await api.admin.call(currencies.updateCurrency, { params, body })
  expect(changed.data).toMatchObject({ code: 'EUR', name: 'Euros', rate: 109_000_000, version: 2 })
  expect((await lastActivity(api)).changes).toEqual({
    name: ['Euro', 'Euros'],
    rate: ['1.08', '1.09'],
  })
  const late = await api.admin.call(currencies.updateCurrency, { params, body })
  expect(late.problem.code).toBe('changed-meanwhile')

  const query = { q: 'euro', sort: '-rate' } as const
  const listed = await api.admin.call(currencies.listCurrencies, { query })
  expect(listed.data.map(({ code }) => code)).toEqual(['EUR'])
  expect((await api.admin.call(lookupCurrencies, {})).data.map(({ code }) => code)).toEqual([
    'USD',
    'EUR',
  ])
  expect((await api.admin.call(currencies.deleteCurrency, { params })).status).toBe(204)
  expect((await api.admin.call(currencies.getCurrency, { params })).status).toBe(404)
  expect(await routingChangeNumber(api)).toBe(number + 3)
})

test.each([
  ['code', { code: 'euro' }],
  ['code', { code: 'USD' }],
  ['rate', { rate: fx(0) }],
  ['rate', { rate: fx(-1) }],
  ['rate', { rate: fx(100_000_000_000_001) }],
  ['name', { name: ' ' }],
])('a currency is refused for its %s: %o', async (field, change) => {
  const body = { ...EURO, ...change }
  const { problem } = await api.admin.call(currencies.createCurrency, { body })
  expect(problem.fields).toHaveProperty(field)
})

test('the system currency is worth one of itself, and stays', async () => {
  const params = { code: 'USD' }
  const { data } = await api.admin.call(currencies.getCurrency, { params })
  expect(data).toMatchObject({ is_system: true, rate: SYSTEM_FX })
  const body = { name: 'Dollar', rate: fx(2), version: data.version }
  const dearer = await api.admin.call(currencies.updateCurrency, { params, body })
  expect(dearer.problem.fields).toHaveProperty('rate')
  const renamed = { ...body, rate: SYSTEM_FX }
  const { status } = await api.admin.call(currencies.updateCurrency, { params, body: renamed })
  expect(status).toBe(200)
  const refused = await api.admin.call(currencies.deleteCurrency, { params })
  expect(refused.problem).toMatchObject({ code: 'in-use' })
})

test('a currency that a tariff has is not deleted', async () => {
  const body = { ...EURO, code: 'GBP' }
  await api.admin.call(currencies.createCurrency, { body })
  const tariff = { ...tariffForm, name: named('pounds'), currency: 'GBP' }
  await api.admin.call(createTariff, { body: tariff })
  const params = { code: 'GBP' }
  expect((await api.admin.call(currencies.getCurrency, { params })).data.tariffs_count).toBe(1)
  const { problem } = await api.admin.call(currencies.deleteCurrency, { params })
  expect(problem).toMatchObject({
    code: 'in-use',
    message: 'In use by 0 accounts, 1 tariffs and 0 packages, including deleted ones.',
  })
})

test('the settings give the system currency another name, which all who have it take', async () => {
  await api.admin.call(currencies.createCurrency, { body: { ...EURO, code: 'CHF' } })
  const taken = await api.admin.call(updateSettings, { body: { currency: 'CHF' } })
  expect(taken.problem.fields?.currency).toContain('already has an exchange rate')

  const id = await addTariff(api, 'SELL')
  await api.admin.call(createPackage, { body: packageForm })
  const number = await routingChangeNumber(api)
  expect((await api.admin.call(updateSettings, { body: { currency: 'XAF' } })).status).toBe(204)
  expect((await api.admin.call(getTariff, { params: { id } })).data.currency).toBe('XAF')
  const { data } = await api.admin.call(lookupCurrencies, {})
  expect(data[0]).toMatchObject({ code: 'XAF', is_system: true, rate: SYSTEM_FX })
  const accounts = await api.database.selectFrom('account').select('currency').execute()
  const packages = await api.database.selectFrom('package').select('currency').execute()
  expect(packages).toHaveLength(1)
  expect(new Set([...accounts, ...packages].map(({ currency }) => currency))).toEqual(
    new Set(['XAF']),
  )
  expect(await routingChangeNumber(api)).toBe(number + 1)
})

test('a currency that a package has is not deleted, nor when the package is', async () => {
  await api.admin.call(currencies.createCurrency, { body: { ...EURO, code: 'SEK' } })
  const body = { ...packageForm, name: named('crowns'), currency: 'SEK' }
  const { id } = (await api.admin.call(createPackage, { body })).data
  const params = { code: 'SEK' }
  const refused = {
    code: 'in-use',
    message: 'In use by 0 accounts, 0 tariffs and 1 packages, including deleted ones.',
  }
  const { problem } = await api.admin.call(currencies.deleteCurrency, { params })
  expect(problem).toMatchObject(refused)
  await api.admin.call(deletePackage, { params: { id } })
  const again = await api.admin.call(currencies.deleteCurrency, { params })
  expect(again.problem).toMatchObject(refused)
})
