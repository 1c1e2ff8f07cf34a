// Passwords that the switch must have in clear cannot be read in the database.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createSipUser, renewSipPassword } from '#contract/accounts/sip-users.ts'
import { createGateway, updateGateway } from '#contract/routing/gateways.ts'
import { encryptSecrets } from '#db/machine/encrypt-secrets.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, addRetailClient, addSettlement } from '#test/support/configuration.ts'
import { clientIpForm, gatewayForm, sipUserForm } from '#test/support/forms.ts'
import { readRow } from '#test/support/rows.ts'
import { SECRET_KEYS, secretKeys } from '#test/support/secret-keys.ts'
import { ha1Of } from '../accounts/sip-password.ts'

const api = apiForFile()
/** All that was given to us or made by us, in clear or as a hash that is as good. */
const secrets: string[] = []

/** Every row of every table as text, which is what a dump holds. */
async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>`select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(api.database)
  let text = ''
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      row: string
    }>`select t::text as row from ${sql.table(name)} t`.execute(api.database)
    text += rows.map(({ row }) => `${name} ${row}`).join('\n')
  }
  return text
}

const secretsIn = (text: string) => secrets.filter((secret) => text.includes(secret))

beforeAll(async () => {
  const gateway = { ...gatewayForm(await addSettlement(api)), auth_username: 'us' }
  const first = { ...gateway, auth_password: 'first of a carrier' }
  const { data } = await api.admin.call(createGateway, { body: first })
  const second = { ...gateway, auth_password: 'second of a carrier', version: 1 }
  await api.admin.call(updateGateway, { params: { id: data.id }, body: second })

  const partner = await addClient(api)
  const digest = { auth_username: 'partner', auth_password: 'of a partner of ours' }
  const ip = { ...clientIpForm(partner.id, '10.99.0.1'), ...digest }
  await api.admin.call(createClientIp, { body: ip })

  const { id } = await addRetailClient(api)
  const user = await api.admin.call(createSipUser, { body: sipUserForm(id) })
  const params = { id: user.data.id }
  const renewed = await api.admin.call(renewSipPassword, { params })
  const { username } = renewed.data
  secrets.push(first.auth_password, second.auth_password)
  secrets.push(digest.auth_password, ha1Of(digest.auth_username, digest.auth_password))
  for (const { password } of [user.data, renewed.data]) {
    secrets.push(password, ha1Of(username, password))
  }
})

test('a dump holds no password of a carrier, and nothing to call with', async () => {
  expect(secrets).toHaveLength(8)
  expect(secretsIn(await dump())).toEqual([])
})

test('what stands there in clear from before is encrypted at the next start', async () => {
  await api.database.updateTable('gateway').set({ auth_password: 'from before' }).execute()
  const ha1 = 'a1'.repeat(16)
  await api.database.updateTable('sip_user').set({ ha1 }).execute()
  expect(await encryptSecrets(api.url, secretKeys)).toEqual([])
  const { auth_password } = await readRow(api, 'gateway', {})
  expect(secretKeys.decrypt('gateway.auth_password', auth_password)).toBe('from before')
  const text = await dump()
  expect(text).not.toContain('from before')
  expect(text).not.toContain(ha1)
})

test('a new key takes over all of them, and the old one may go', async () => {
  const newKey = '7c'.repeat(32)
  expect(await encryptSecrets(api.url, readSecretKeys(`${newKey}\n${SECRET_KEYS}`))).toEqual([])
  expect(await encryptSecrets(api.url, readSecretKeys(newKey))).toEqual([])
  expect(await dump()).not.toContain(secretKeys.prefix)
})

test('a lost key is told row by row, and nothing is destroyed', async () => {
  const before = await dump()
  const names = await encryptSecrets(api.url, readSecretKeys('8d'.repeat(32)))
  expect(names).toHaveLength(3)
  expect(names).toContain('gateway Carrier 1')
  expect(names).toContain('client ip partner')
  expect(await dump()).toBe(before)
})
