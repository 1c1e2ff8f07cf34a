// Who is below a blocked reseller, or works for it: calls are refused, and what the portals say.
import { beforeAll, expect, test } from 'vitest'
import { stopAccount } from '#contract/accounts/account-stops.ts'
import { getReseller, updateReseller } from '#contract/accounts/resellers.ts'
import { getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { listCallRecords } from '#contract/calls/call-records.ts'
import { createApiToken } from '#contract/people/api-tokens.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { me } from '#contract/people/session.ts'
import { createUser } from '#contract/people/users.ts'
import { apiForFile, sessionOf } from '#test/support/api.ts'
import { addCostTariff, addResellers } from '#test/support/brands.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { resellerForm } from '#test/support/forms.ts'
import { permissionGroupForm, userForm } from '#test/support/people.ts'

const api = apiForFile()
let amber: number
let cost: number
let cole: number
let cedar: number

beforeAll(async () => {
  cost = await addCostTariff(api)
  const [top = 0, beryl = 0] = await addResellers(api, ['Amber', 'Beryl'], cost)
  amber = top
  cole = await addClientNamed(api, await addTariff(api, 'SELL'), 'Cole', beryl)
  cedar = await addResellerNamed(api, cost, 'Cedar')
})

test('a client below a blocked reseller signs in, and sees its calls refused', async () => {
  await api.admin.call(stopAccount, { params: { id: amber } })
  const refused = { status: 'FAILED', refusal: 'RESELLER_BLOCKED', sip_code: 503 } as const
  await writeCalls(api.url, { records: [recordAt(Date.now(), { account_id: cole, ...refused })] })
  const client = await api.signIn('cole', 'CLIENT')
  const calls = await client.call(listCallRecords, {})
  expect(calls.data).toMatchObject([{ status: 'FAILED', failure: 'NETWORK_BUSY' }])
  expect((await client.call(me, {})).data.balance).toBe(0n)
  const reseller = await api.signIn('beryl', 'RESELLER')
  const seen = await reseller.call(getWholesaleClient, { params: { id: cole } })
  expect(seen.data.gaps).toContain('STOPPED_ABOVE')
  expect(`${calls.response.body}${seen.response.body}`).not.toMatch(/amber|reseller_blocked/i)
})

test('an API token of the staff of a reseller is refused while that is blocked', async () => {
  const own = await api.signIn('cedar', 'RESELLER')
  const permissions = ['wholesale_clients.view'] as const
  const { scope: _, account_ids: __, ...group } = { ...permissionGroupForm, permissions }
  const desk = await own.call(createPermissionGroup, { body: { ...group, name: 'Desk' } as never })
  const { has_all_rights: ___, own_account_ids: ____, ...user } = userForm
  const body = { ...user, username: 'clerk', group_ids: [desk.data.id] }
  await own.call(createUser, { body: body as never })
  const clerk = await api.signIn('clerk', 'RESELLER')
  const token = { name: 'Reports', allowed_networks: [], expires_at: null }
  const made = await clerk.call(createApiToken, {
    body: { ...token, permissions: [...permissions] },
  })
  const program = sessionOf(api.app, { authorization: `Bearer ${made.data.token}` })
  const status = async () => (await program.call(me, {})).status
  expect(await status()).toBe(200)
  await api.admin.call(stopAccount, { params: { id: cedar } })
  expect(await status()).toBe(401)
  const params = { id: cedar }
  const { version } = (await api.admin.call(getReseller, { params })).data
  const { password: _____, level: ______, ...form } = resellerForm(cost, 'Cedar')
  await api.admin.call(updateReseller, { params, body: { ...form, version } })
  expect(await status()).toBe(200)
})
