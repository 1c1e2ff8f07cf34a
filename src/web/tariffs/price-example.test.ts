import { expect, test } from 'vitest'
import { NEW_RATE } from '#contract/blank-forms.ts'
import type { Tariff } from '#contract/tariffs/tariffs.ts'
import { tariffForm } from '#test/support/forms.ts'
import { exampleCharge } from './price-example.ts'

const tariff: Tariff = {
  ...tariffForm,
  first_increment: 60,
  id: 1,
  version: 1,
  rates_count: 0,
  used_by_count: 0,
  is_own: true,
  markup_state: null,
  created_at: '',
  updated_at: '',
}

test('the example is priced by the rate, and by its tariff where the rate says nothing', () => {
  const values = { ...NEW_RATE, rate: '0.6', attempt_fee: '0.5' }
  expect(exampleCharge(tariff, values, 45)).toMatchObject({
    billed_seconds: 60,
    amount: 1_100_000,
  })
  const own = { ...values, first_increment: 1, steps: [step(30, '6')] }
  expect(exampleCharge(tariff, own, 45)?.amount).toBe(2_300_000)
})

test('where and when the rate counts does not matter to it', () => {
  const values = { ...NEW_RATE, prefix: 'not yet digits', rate: '1', window_id: 7 }
  expect(exampleCharge(tariff, values, 60)?.amount).toBe(1_000_000)
})

test('there is no example while the price is not filled in', () => {
  expect(exampleCharge(tariff, NEW_RATE, 60)).toBeUndefined()
  const values = { ...NEW_RATE, rate: '1', steps: [step(60, '')] }
  expect(exampleCharge(tariff, values, 60)).toBeUndefined()
})

const step = (after_seconds: number, rate: string) => ({ after_seconds, rate, increment: 1 })
