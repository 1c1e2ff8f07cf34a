// A second factor in the settings and at the login, and the confirmation of what cannot be undone.
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/api.ts'
import { addPortalLogins } from '../support/configuration.ts'
import { addSecondFactors } from '../support/people.ts'
import { consoleForFile } from './console.ts'
import { fillLogin } from './support/enter.ts'
import { act, partsOf } from './support/page-parts.ts'

const MINUTE = 60_000

const console_ = consoleForFile()

const { dialog, row } = partsOf(() => console_.page)
/** The secret of the app that the first test sets up. */
let secret = ''
const codeOf = (ofApp: string) =>
  generateSync({ secret: ofApp, epoch: Math.floor(console_.api.clock.now / 1000) })

async function logInWith(code: string): Promise<void> {
  const { page } = console_
  await page.context().clearCookies()
  await page.goto('/vsa/login')
  await fillLogin(page, 'admin')
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/vsa')
}

test('an app is set up, and the login needs its code or a recovery code', async () => {
  const { page } = console_
  const { clock } = console_.api
  await page.goto('/vsa/settings')
  await page.getByRole('button', { name: 'Set up…' }).click()
  await dialog().getByRole('button', { name: 'Set up' }).click()
  await dialog().getByRole('img', { name: 'QR code for the app' }).waitFor()
  secret = await dialog()
    .getByText(/^[A-Z2-7]{32}$/)
    .innerText()
  await dialog().getByRole('textbox', { name: 'Code of the app' }).fill('12')
  await dialog().getByRole('button', { name: 'Turn on' }).click()
  await dialog().getByText('At least six digits.').waitFor()
  await dialog().getByRole('textbox', { name: 'Code of the app' }).fill(codeOf(secret))
  await dialog().getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  const recovery = await codes.first().innerText()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await page.getByText('with 10 recovery codes left').waitFor()
  clock.now += MINUTE
  await logInWith(codeOf(secret))
  await logInWith(recovery)
  await page.goto('/vsa/settings')
  await page.getByText('with 9 recovery codes left').waitFor()
})

test('recovery codes are renewed by a code, and it is turned off by one of them', async () => {
  const { page } = console_
  console_.api.clock.now += 10 * MINUTE
  await page.goto('/vsa/settings')
  await page.getByRole('button', { name: 'New recovery codes…' }).click()
  const renew = async (code: string) => {
    await dialog().getByLabel('Code of the app, or a recovery code').fill(code)
    await dialog().getByRole('button', { name: 'Make new ones' }).click()
  }
  await renew('not a code')
  await dialog().getByText('Wrong code, or used before.').waitFor()
  await renew(codeOf(secret))
  const codes = dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  const recovery = await codes.first().innerText()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Turn off…' }).click()
  await dialog().getByLabel('Code of the app, or a recovery code').fill(recovery)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText('Second factor turned off.').waitFor()
  await page.getByText('Off: the password alone opens your account.').waitFor()
})

test('an admin with an old login confirms, and resets the factor of a client', async () => {
  const { page } = console_
  // The factor of the first test has ended the session of the test's own admin.
  const admin = await console_.api.signIn('admin', 'ADMIN')
  await addPortalLogins({ ...console_.api, admin })
  await addSecondFactors(console_.api.database, ['acme'])
  await page.goto('/vsa/wholesale-clients')
  await act(row('Acme'), 'Reset second factor')
  await dialog().getByText('Reset the second factor of Acme?').waitFor()
  await dialog().getByRole('button', { name: 'Reset' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const proof = confirm.getByLabel('Password, or code of your second factor', { exact: true })
  await proof.fill('wrong')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await confirm.getByText('Wrong password.').waitFor()
  await proof.fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Second factor removed.').waitFor()
  await act(row('Acme'), 'Reset second factor')
  await dialog().getByRole('button', { name: 'Reset' }).click()
  await page.getByText('acme has no second factor.').waitFor()
})

test('a user who must have a factor sees nothing else before it', async () => {
  const { page } = console_
  const admin = await console_.api.signIn('admin', 'ADMIN')
  const payload = { second_factor_for: 'ADMINS' }
  await admin.send({ method: 'PATCH', url: '/api/settings', payload })
  await page.goto('/vsa/gateways')
  await page.getByRole('heading', { name: 'A second factor is required' }).waitFor()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: 'QR code for the app' }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
})
