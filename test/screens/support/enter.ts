// A login by cookie and token, as the form leaves them. The form itself is what session.e2e.ts is
// about; elsewhere it would be a page load and a minute of typing a run. It is filled in where the
// login is looked at, and in a whole product, whose API is not at hand.
import type { Page } from 'playwright-core'
import { obfuscate } from '#web/storage/vault.ts'
import type { TestApi } from '../../support/api.ts'
import { PASSWORD } from '../../support/password.ts'

export type UserType = 'ADMIN' | 'RESELLER' | 'CLIENT'

export const HOMES: Readonly<Record<UserType, string>> = {
  ADMIN: '/vsa',
  RESELLER: '/vsr',
  CLIENT: '/',
}

/** Opens the home of the user at `origin`, in a browser that knows nothing else from before. */
export async function enter(
  page: Page,
  api: TestApi,
  { origin, username, type }: { origin: string; username: string; type: UserType },
): Promise<void> {
  const { authorization = '', cookie = '' } = (await api.signIn(username, type)).headers
  const cookies = cookie.split('; ').map((one) => {
    const [name = '', value = ''] = one.split(/=(.*)/s)
    return { name, value, ...COOKIE, domain: new URL(origin).hostname }
  })
  const token = obfuscate(authorization.replace('Bearer ', ''))
  const localStorage = [{ name: 'AUTH_TOKEN', value: token }]
  await page.context().setStorageState({ cookies, origins: [{ origin, localStorage }] })
  await page.goto(`${origin}${HOMES[type]}`)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  // Not the page of the user before.
  await menuOf(page, username).waitFor()
}

/** The button that says who is signed in. */
export const menuOf = (page: Page, username: string) =>
  page.getByRole('button', { name: new RegExp(`^${username} .*user menu$`) })

/** Fields of the login that the page shows. */
export async function fillLogin(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

const COOKIE = {
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax',
} as const
