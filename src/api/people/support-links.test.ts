// The support and the terms of the operator: for its direct customers, and at its login.
import { expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { updateSettings } from '#contract/console/settings.ts'
import { initialData, me } from '#contract/people/session.ts'
import { apiForFile, sessionOf } from '#test/support/api.ts'
import { addCostTariff, addResellers } from '#test/support/brands.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { settlementForm } from '#test/support/forms.ts'

const api = apiForFile()

const change = (body: object) => api.admin.call(updateSettings, { body })

test('the links of the operator are before its login, and are what they should be', async () => {
  const links = { support_email: 'help@operator.example', terms_url: 'https://operator.example/' }
  const wrong = [{ support_email: 'help' }, { support_email: '' }, { terms_url: 'javascript:1' }]
  for (const body of wrong) {
    expect((await change(body)).problem.fields).toHaveProperty(Object.keys(body))
  }
  expect((await change(links)).status).toBe(204)
  expect((await sessionOf(api.app, {}).call(initialData, {})).data).toMatchObject(links)
})

test('an account knows whether it is right below the operator', async () => {
  const sell = await addTariff(api, 'SELL')
  const [parent_id] = await addResellers(api, ['Gulf', 'Creek'], await addCostTariff(api))
  await addClientNamed(api, sell, 'Acme')
  await addClientNamed(api, sell, 'Below', parent_id)
  const settlement = settlementForm(await addTariff(api, 'BUY'), 'Paris')
  await api.admin.call(createSettlement, { body: settlement })
  const seen = async (name: string, area: 'ADMIN' | 'RESELLER' | 'CLIENT') =>
    (await (await api.signIn(name, area)).call(me, {})).data.is_direct
  expect(await seen('acme', 'CLIENT')).toBe(true)
  expect(await seen('paris', 'CLIENT')).toBe(true)
  expect(await seen('gulf', 'RESELLER')).toBe(true)
  expect(await seen('creek', 'RESELLER')).toBe(false)
  expect(await seen('below', 'CLIENT')).toBe(false)
  expect((await api.admin.call(me, {})).data.is_direct).toBe(false)
})
