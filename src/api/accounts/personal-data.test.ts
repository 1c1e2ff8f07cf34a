// The personal data of an account, as a list and a file, and requests to erase it.
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import {
  eraseAccount,
  getPersonalData,
  listErasures,
  listPersonalData,
  lookupAnyAccounts,
} from '#contract/accounts/personal-data.ts'
import { createRetailClient, deleteRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { createExportJob } from '#contract/exports/export-jobs.ts'
import { listActivities } from '#contract/people/activities.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { apiForFile } from '#test/support/api.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { makeExports } from '#test/support/exports.ts'
import { clientForm, sipUserForm, tariffForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'

const api = apiForFile()
let client_id: number
let other_id: number

beforeAll(async () => {
  const tariff_id = await addTariff(api, 'SELL')
  client_id = (await api.admin.call(createRetailClient, { body: clientForm(tariff_id, 'Arthur') }))
    .data.id
  other_id = await addClientNamed(api, tariff_id, 'Ford')
  const now = Date.now()
  const records = Array.from({ length: 1500 }, (_, at) =>
    recordAt(now - at * 10, { account_id: at % 3 === 0 ? other_id : client_id }),
  )
  await writeCalls(api.url, { records })
})

const partsOf = async (account_id: number) => {
  const { data } = await api.admin.call(getPersonalData, { params: { id: account_id } })
  return Object.fromEntries(data.parts.map(({ part, count }) => [part, count]))
}
const erase = (body: { account_id: number; name: string; reason: string }) =>
  api.admin.call(eraseAccount, { body })

test('the parts of an account are counted, and listed without a secret', async () => {
  expect(await partsOf(client_id)).toMatchObject({ PROFILE: 1, LOGIN: 1, CALL: 1000 })
  const params = { id: client_id }
  const { data } = await api.admin.call(listPersonalData, { params, query: { limit: 5 } })
  expect(data.map(({ part }) => part)).toEqual(['PROFILE', 'LOGIN', 'CALL', 'CALL', 'CALL'])
  expect(data[0]?.data).toMatchObject({ name: 'Arthur', kind: 'RETAIL' })
  expect(JSON.stringify(data)).not.toMatch(/password|ha1|hash|argon/)
})

test('page after page has each row once, and of no other account', async () => {
  const params = { id: client_id }
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: 400, ...(cursor && { cursor }) }
    const answer = await api.admin.call(listPersonalData, { params, query })
    seen.push(...answer.data.map(({ part, at, data }) => JSON.stringify([part, at, data])))
    cursor = answer.page?.next_cursor ?? null
  }
  expect(seen).toHaveLength(1002)
  expect(new Set(seen).size).toBe(1002)
  const calls = await api.admin.call(listPersonalData, { params, query: { part: 'LOGIN' } })
  expect(calls.data.map(({ part }) => part)).toEqual(['LOGIN'])
})

test('the file has all rows, each with its part', async () => {
  const list = `/api/accounts/${client_id}/personal-data`
  const body = { name: 'Arthur', list, query: {}, format: 'JSON_LINES' } as const
  const { data } = await api.admin.call(createExportJob, { body })
  await makeExports(api)
  const file = await api.admin.send({ url: `/api/export-jobs/${data.id}/file` })
  const lines = gunzipSync(file.rawPayload).toString().trim().split('\n')
  expect(lines).toHaveLength(1002)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ part: 'CALL', data: { status: 'FAILED' } })
})

test('a group that masks numbers or hides prices gets none of it', async () => {
  const permissions = ['personal_data.view', 'personal_data.export'] as const
  const params = { id: client_id }
  for (const [name, limits] of [
    ['masked', { masked_digits: 4 }],
    ['priceless', { hides_prices: true }],
  ] as const) {
    const user = await signInAdmin(api, name, { permissions: [...permissions], ...limits })
    expect((await user.call(getPersonalData, { params })).status).toBe(200)
    expect((await user.call(listPersonalData, { params })).problem.code).toBe('not-allowed')
    const erasure = { account_id: client_id, name: 'Arthur', reason: 'x' }
    expect((await user.call(eraseAccount, { body: erasure })).status).toBe(403)
  }
})

test('only a deleted account is erased, by its name, and once', async () => {
  const request = { account_id: client_id, name: 'Arthur', reason: 'Letter of 1 November' }
  expect((await erase(request)).problem.fields).toEqual({
    account_id: 'Only a deleted account can be erased. Delete it first.',
  })
  await api.admin.call(deleteRetailClient, { params: { id: client_id } })
  expect((await erase({ ...request, name: 'Artur' })).problem.fields).toHaveProperty('name')
  expect((await erase({ ...request, account_id: 1 })).problem.fields).toHaveProperty('account_id')
  expect((await erase(request)).data).toMatchObject({
    ...{ account_id: client_id, state: 'WAITING', requested_by: 'admin', calls_done: 0 },
  })
  expect((await erase(request)).problem.fields).toEqual({
    account_id: 'Its erasure was requested before.',
  })
  const { data } = await api.admin.call(listErasures, {})
  expect(data).toMatchObject([{ kind: 'RETAIL', reason: 'Letter of 1 November' }])
  const log = await api.admin.call(listActivities, { query: { entity: 'erasure' } })
  expect(log.data).toMatchObject([{ entity_name: `Account ${client_id}`, action: 'EXECUTE' }])
})

test('deleted accounts are found by name and by number', async () => {
  const find = async (q: string) =>
    (await api.admin.call(lookupAnyAccounts, { query: { q } })).data.map(
      ({ id, is_deleted }) => [id, is_deleted] as const,
    )
  expect(await find('arthur')).toEqual([[client_id, true]])
  expect(await find(String(other_id))).toEqual([[other_id, false]])
})

test('SIP users are listed with what they registered from', async () => {
  const tariff_id = (
    await api.admin.call(createTariff, { body: { ...tariffForm, name: 'Second' } })
  ).data.id
  const created = await api.admin.call(createRetailClient, {
    body: clientForm(tariff_id, 'Trillian'),
  })
  const { id } = created.data
  const { username } = (await api.admin.call(createSipUser, { body: sipUserForm(id) })).data
  const { data } = await api.admin.call(listPersonalData, {
    params: { id },
    query: { part: 'SIP_USER' },
  })
  expect(data).toMatchObject([{ data: { username, registrations: [] } }])
})
