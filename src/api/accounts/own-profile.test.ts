// A client, a reseller and a carrier change the details of their own account, and nothing else.
import { beforeAll, expect, test } from 'vitest'
import { getOwnProfile, updateOwnProfile } from '#contract/accounts/own-profile.ts'
import { getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { listActivities } from '#contract/people/activities.ts'
import { apiForFile } from '#test/support/api.ts'
import { addFamily } from '#test/support/family.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
beforeAll(async () => {
  viewers = await addViewers(api)
  await addFamily(api, viewers.tariffs.sell)
})

const FORM = {
  company: 'Acme Telecom Ltd',
  address: '1 High Street\nLondon',
  country_iso2: 'GB',
  tax_number: 'GB 123',
  phone: '+44 20 7183 8750',
  billing_email: 'billing@acme.example',
  noc_email: 'noc@acme.example',
  rates_email: '',
}

test.each([
  ['acme', 'CLIENT'],
  ['rita', 'CLIENT'],
  ['london', 'CLIENT'],
  ['sapphire', 'RESELLER'],
] as const)('%s reads and changes its company, address and contacts', async (name, area) => {
  const session = await api.signIn(name, area)
  const before = (await session.call(getOwnProfile, {})).data
  const version = before?.version ?? 0
  const { data } = await session.call(updateOwnProfile, { body: { ...FORM, version } })
  expect(data).toEqual({ ...FORM, name: before?.name, version: version + 1 })
  expect((await session.call(getOwnProfile, {})).data).toEqual(data)
  const again = await session.call(updateOwnProfile, { body: { ...FORM, version } })
  expect([again.status, again.problem.code]).toEqual([409, 'changed-meanwhile'])
})

test('the account above sees the change, in the client and in its history', async () => {
  const params = { id: viewers.acme }
  expect((await api.admin.call(getWholesaleClient, { params })).data).toMatchObject(FORM)
  const query = { entity: 'wholesale_client', entity_id: String(viewers.acme), username: 'acme' }
  const { data } = await api.admin.call(listActivities, { query })
  expect(data).toMatchObject([
    { action: 'UPDATE', entity_name: 'Acme', changes: { company: ['', FORM.company] } },
  ])
})

test.each([
  [{ name: 'Another' }, 'name'],
  [{ credit_limit: '100' }, 'credit_limit'],
  [{ tariff_id: 1 }, 'tariff_id'],
  [{ billing_email: 'nobody' }, 'billing_email'],
  [{ billing_email: `${'a'.repeat(300)}@acme.example` }, 'billing_email'],
  [{ company: 'Two\nlines' }, 'company'],
  [{ country_iso2: 'gb' }, 'country_iso2'],
])('a profile with %j is refused', async (change, field) => {
  const session = await api.signIn('other', 'CLIENT')
  const version = (await session.call(getOwnProfile, {})).data?.version ?? 0
  const body = { ...FORM, version, ...change }
  const answer = await session.call(updateOwnProfile, { body })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.problem)).toContain(field)
  expect((await session.call(getOwnProfile, {})).data?.version).toBe(version)
})

test('an admin has no account', async () => {
  expect((await api.admin.call(getOwnProfile, {})).data).toBeNull()
  const body = { ...FORM, version: 1 }
  expect((await api.admin.call(updateOwnProfile, { body })).status).toBe(404)
})
