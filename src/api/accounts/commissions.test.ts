// The commission in the form of a reseller; how it is paid is tested with calls (test/integration).
import { expect, test } from 'vitest'
import { createReseller, updateReseller } from '#contract/accounts/resellers.ts'
import { percent } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { resellerForm } from '#test/support/forms.ts'
import { changeRows } from '#test/support/rows.ts'

const api = apiForFile()

test('a commission counts from when it is given, whatever its percentage is later', async () => {
  const body = resellerForm(await addTariff(api, 'RESELLER_COST'), 'Amber')
  const { id } = (await api.admin.call(createReseller, { body })).data
  const { password: _, level: __, ...form } = body
  let version = 1
  const give = async (share: number) => {
    const change = { ...form, commission_percent: percent(share * 10_000), version }
    const { data } = await api.admin.call(updateReseller, { params: { id }, body: change })
    expect(data.commission_percent).toBe(share * 10_000)
    version = data.version
  }
  const row = () => api.database.selectFrom('reseller').where('account_id', '=', id)
  const fromOf = async () => {
    const { commission_from } = await row().select('commission_from').executeTakeFirstOrThrow()
    return commission_from && Date.parse(commission_from)
  }
  expect(await fromOf()).toBeNull()
  await give(5)
  const from = await fromOf()
  expect(from).not.toBeNull()
  const earlier = '2026-01-01T00:00:00Z'
  await changeRows(api, 'reseller', { account_id: id }, { commission_from: earlier })
  await give(8)
  expect(await fromOf()).toBe(Date.parse(earlier))
  await give(0)
  await give(1)
  expect(await fromOf()).toBe(from)
})
