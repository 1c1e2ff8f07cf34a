// API tokens in the settings: made, used with curl, expired and revoked.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { confirmSession } from '#contract/people/second-factor.ts'
import { PASSWORD } from '../support/api.ts'
import { consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const MINUTE = 60_000

const console_ = consoleForFile()

const { dialog, rows } = partsOf(() => console_.page)

const run = promisify(execFile)

/** As docs/api.md calls with curl. */
async function statusWith(token: string, path: string): Promise<number> {
  const script =
    'curl --silent --output /dev/null --write-out "%{http_code}" -H @- "$ADDRESS" ' +
    '<<< "Authorization: Bearer $TOKEN"'
  const url = new URL(path, console_.page.url()).href
  const env = { PATH: process.env.PATH ?? '', ADDRESS: url, TOKEN: token }
  return Number((await run('bash', ['-c', script], { env })).stdout)
}

test('a token is made in the settings, used with curl, and expires', async () => {
  const { page } = console_
  const { clock } = console_.api
  const expires_at = new Date(clock.now + 10 * MINUTE).toISOString()
  await page.goto('/vsa/settings')
  await page.getByText('No API tokens.').waitFor()
  await page.getByRole('button', { name: 'Add API token…' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Rate loader')
  await dialog()
    .getByRole('textbox', { name: 'Expires (optional)' })
    .fill(expires_at.slice(0, 19).replace('T', ' '))
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await dialog().getByText('Required.').waitFor()
  await dialog().getByRole('checkbox', { name: 'Tariffs and rates: View' }).check()
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  const made = page.getByRole('dialog', { name: 'New API token' })
  const token = await made.getByText(/^ssw_[\w-]{43}$/).innerText()
  await made.getByRole('button', { name: 'Done' }).click()
  await made.waitFor({ state: 'detached' })
  const row = rows('API tokens').filter({ hasText: 'Rate loader' })
  await row.getByText('1 right').waitFor()
  expect(await page.getByText(token).count()).toBe(0)
  expect(await statusWith(token, '/api/tariffs')).toBe(200)
  expect(await statusWith(token, '/api/gateways')).toBe(403)
  clock.now += 10 * MINUTE
  expect(await statusWith(token, '/api/tariffs')).toBe(401)
  await page.reload()
  await row.getByText('expired').waitFor()
  await row.getByRole('button', { name: 'Revoke Rate loader' }).click()
  await dialog().getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No API tokens.').waitFor()
})

test('an admin sees the tokens of all users and revokes one', async () => {
  const { page } = console_
  const { admin } = console_.api
  const body = { name: 'Reports', allowed_networks: ['192.0.2.0/24'], expires_at: null }
  const permissions = ['traffic_reports.view'] as const
  await admin.call(confirmSession, { body: { proof: PASSWORD } })
  await admin.send({ method: 'POST', url: '/api/me/api-tokens', payload: { ...body, permissions } })
  await page.goto('/vsa/settings/api-tokens')
  const row = rows('API tokens').filter({ hasText: 'Reports' })
  await row.getByText('192.0.2.0/24').waitFor()
  await act(row, 'Revoke')
  await dialog().getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No API tokens.').waitFor()
})
