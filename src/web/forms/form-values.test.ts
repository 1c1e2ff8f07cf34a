import { describe, expect, it } from 'vitest'
import { tariffForm } from '#contract/tariffs/tariffs.ts'
import { money, percent } from '#core/money.ts'
import { formValues } from './form-values.ts'

const tariff = {
  id: 7,
  version: 3,
  name: 'Standard',
  kind: 'SELL',
  currency: 'USD',
  status: 'active',
  first_increment: 60,
  next_increment: 1,
  connect_fee: money(12_500),
  grace_seconds: 0,
  free_seconds: 0,
  min_duration_seconds: 0,
  surcharge_percent: percent(230_000),
  max_loss_percent: percent(0),
  duration_rounding: 'UP',
  rounding_mode: 'HALF_UP',
  rounding_decimals: 4,
  loss_protection: true,
  average_duration_seconds: 180,
  notes: '',
  rates_count: 12,
}

describe('the values of a form', () => {
  it('have decimals as text and nothing that the form does not have', () => {
    const values = formValues(tariffForm, tariff)
    expect(values.connect_fee).toBe('0.0125')
    expect(values.surcharge_percent).toBe('23')
    expect(values).not.toHaveProperty('rates_count')
    expect(values).not.toHaveProperty('version')
  })

  it('become what the code uses when the form is sent', () => {
    expect(tariffForm.parse(formValues(tariffForm, tariff)).connect_fee).toBe(money(12_500))
  })
})
