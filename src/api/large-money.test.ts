// Ways around the confirmation of payments: a credit limit, and an exchange rate.
import { beforeAll, expect, test } from 'vitest'
import {
  createWholesaleClient,
  updateWholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { createCurrency, updateCurrency } from '#contract/tariffs/currencies.ts'
import { fx, money } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { clientForm } from '#test/support/forms.ts'

const api = apiForFile()
let tariff_id: number
beforeAll(async () => {
  tariff_id = await addTariff(api, 'SELL')
  const settings = { body: { confirm_payments_above: money(100_000_000) } }
  expect((await api.admin.call(updateSettings, settings)).status).toBe(204)
})

const codeOf = ({ status, problem }: { status: number; problem: { code: string } }) =>
  status === 200 ? 'ok' : problem.code

test('a credit limit is raised above the amount with a confirmation only', async () => {
  const form = (credit_limit: number, name: string) => ({
    ...clientForm(tariff_id, name),
    // Would need a confirmation by itself.
    password: undefined,
    billing_type: 'POSTPAID' as const,
    credit_limit: money(credit_limit * 1_000_000),
  })
  const add = (limit: number, name: string) =>
    api.admin.call(createWholesaleClient, { body: form(limit, name) })
  const { data } = await add(200, 'first')
  api.clock.now += 11 * 60_000
  expect(codeOf(await add(101, 'second'))).toBe('confirmation-required')
  expect(codeOf(await add(100, 'third'))).toBe('ok')
  const change = (limit: number, version: number) =>
    api.admin.call(updateWholesaleClient, {
      params: { id: data.id },
      body: { ...form(limit, 'first'), version },
    })
  expect(codeOf(await change(201, 1))).toBe('confirmation-required')
  expect(codeOf(await change(150, 1))).toBe('ok')
  expect(codeOf(await change(150, 2))).toBe('ok')
  expect(codeOf(await change(151, 3))).toBe('confirmation-required')
})

test('an exchange rate is changed by up to a tenth without a confirmation', async () => {
  const body = { code: 'TRI', name: 'Tri', rate: fx(300_000_000) }
  expect(codeOf(await api.admin.call(createCurrency, { body }))).toBe('ok')
  const change = (rate: number, version: number) =>
    api.admin.call(updateCurrency, {
      params: { code: 'TRI' },
      body: { name: 'Tri', rate: fx(rate), version },
    })
  expect(codeOf(await change(10_000, 1))).toBe('confirmation-required')
  expect(codeOf(await change(330_000_001, 1))).toBe('confirmation-required')
  expect(codeOf(await change(330_000_000, 1))).toBe('ok')
})
