// From the door to the exit: start-up, logins, who belongs where, and what the browser remembers.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '../support/api.ts'
import { addPortalLogins } from '../support/configuration.ts'
import { choose, consoleForFile } from './console.ts'
import { fillLogin, HOMES, menuOf } from './support/enter.ts'

const console_ = consoleForFile()

beforeAll(async () => {
  await addPortalLogins(console_.api)
})
beforeEach(async () => {
  const { page } = console_
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
})

async function logIn(path: string, username: string, password = PASSWORD) {
  const { page } = console_
  await page.goto(path)
  await fillLogin(page, username, password)
}

test.each([
  ['/vsa/login', 'Admin Login', 'admin', '/vsa'],
  ['/vsr/login', 'Reseller Login', 'reseller', '/vsr'],
  ['/login', 'Client Login', 'acme', '/'],
])('%s is the %s and lets %s into %s', async (path, title, username, home) => {
  const { page } = console_
  await page.goto(path)
  await page.getByRole('heading', { name: title }).waitFor()
  await logIn(path, username)
  await page.waitForURL((url) => url.pathname === home)
  await menuOf(page, username).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('AUTH_TOKEN'))).toBeTruthy()
})

test('who asks to be remembered is, for thirty days, an admin for a week', async () => {
  const { page } = console_
  const box = page.getByRole('checkbox', { name: 'Remember me' })
  const daysOf = async () => {
    const cookies = await page.context().cookies()
    const { expires = 0 } = cookies.find(({ name }) => name === 'session') ?? {}
    return expires < 0 ? 'this browser session' : Math.round((expires - Date.now() / 1000) / 86_400)
  }
  for (const [path, username, home, most_days] of [
    ['/vsa/login', 'admin', '/vsa', 7],
    ['/vsr/login', 'reseller', '/vsr', 30],
    ['/login', 'acme', '/', 30],
  ] as const) {
    for (const [asked, days] of [
      [false, 'this browser session'],
      [true, most_days],
    ] as const) {
      await page.context().clearCookies()
      await page.goto(path)
      await box.setChecked(asked)
      await fillLogin(page, username)
      await page.waitForURL((url) => url.pathname === home)
      await expect.poll(() => daysOf()).toBe(days)
      await page.evaluate(() => localStorage.clear())
    }
  }
})

test.each([
  ['admin', 'ADMIN', ['/', '/vsr', '/settings']],
  ['reseller', 'RESELLER', ['/', '/settings']],
  ['acme', 'CLIENT', ['/vsa', '/vsr/settings']],
] as const)('%s is sent home from the areas of others', async (username, type, others) => {
  const { page } = console_
  await console_.enterAs(username, type)
  for (const other of others) {
    await page.goto(other)
    await page.waitForURL((url) => url.pathname === HOMES[type])
  }
})

test('a stranger logs in at the login of the area, and goes on to the page asked for', async () => {
  const { page } = console_
  for (const [path, login] of [
    ['/vsr/settings', '/vsr/login'],
    ['/settings', '/login'],
    ['/vsa/tariffs?kind=BUY', '/vsa/login'],
  ] as const) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === login)
  }
  await fillLogin(page, 'admin')
  await page.waitForURL((url) => url.pathname + url.search === '/vsa/tariffs?kind=BUY')
})

test('logging out asks first, forgets the token, and the old one is worth nothing', async () => {
  const { page } = console_
  await console_.enterAs('admin', 'ADMIN')
  await page.getByRole('button', { name: 'admin ADMIN user menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByText('Are you sure to logout ?').waitFor()
  await page.getByRole('button', { name: 'No', exact: true }).click()
  const token = await page.evaluate(() => localStorage.getItem('AUTH_TOKEN'))
  expect(token).toBeTruthy()

  await page.getByRole('button', { name: 'admin ADMIN user menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await page.waitForURL('**/vsa/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('AUTH_TOKEN'))).toBeNull()
  await page.evaluate((old) => localStorage.setItem('AUTH_TOKEN', old!), token)
  await page.goto('/vsa')
  await page.waitForURL('**/vsa/login')
})

test('a session that ends meanwhile is signed in again over the page, which stays', async () => {
  const { page } = console_
  await console_.enterAs('admin', 'ADMIN')
  await page.goto('/vsa/tariffs/add')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half written')
  await console_.api.database.deleteFrom('session').execute()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your session has ended').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await dialog.waitFor({ state: 'detached' })
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect.poll(() => name.inputValue()).toBe('Half written')
  await name.fill('')
})

test('a page that does not exist says so, and the menu stays', async () => {
  const { page } = console_
  await console_.enterAs('admin', 'ADMIN')
  await page.goto('/vsa/no/such/page')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Go to home' }).click()
  await page.waitForURL((url) => url.pathname === '/vsa')
})

test('a start that fails says so, and Reload tries again', async () => {
  const { page } = console_
  await page.route('**/api/initial-data*', (route) =>
    route.fulfill({ status: 503, json: { message: 'No database.', code: 'database-down' } }),
  )
  await page.goto('/vsa/login')
  const box = page.getByRole('main').getByRole('alert')
  await box.getByText('Initialization failed, please reload the page.').waitFor()
  await page.getByText('Initialization failed', { exact: true }).waitFor()
  await page.getByText('No database.').waitFor()
  await page.unroute('**/api/initial-data*')
  await box.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
})

test('a part of the console that is gone after an upgrade leads to a reload', async () => {
  // The browser complains of the part, as it should.
  const { page: other, close } = await console_.openAs('admin', 'ADMIN')
  await other.route('**/assets/BansScreen*', (route) => route.abort())
  const menu = other.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Logs', exact: true }).click()
  await menu.getByRole('link', { name: 'Bans', exact: true }).hover()
  const notice = other.getByRole('region', { name: 'Notifications' })
  await notice.getByText('A part of the console could not be loaded.').waitFor()
  await other.unroute('**/assets/BansScreen*')
  await notice.getByRole('button', { name: 'Reload' }).click()
  await notice.getByRole('button', { name: 'Reload' }).waitFor({ state: 'detached' })
  await other.goto('/vsa/logs/bans')
  await other.getByRole('button', { name: 'Ban address' }).first().waitFor()
  await close()
})

test('dark mode follows the system until it is chosen, and is remembered', async () => {
  const { page } = console_
  const scheme = () =>
    page.evaluate(() => document.documentElement.dataset.mantineColorScheme ?? 'none')
  await page.emulateMedia({ colorScheme: 'dark' })
  await console_.enterAs('admin', 'ADMIN')
  await expect.poll(scheme).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(scheme).toBe('light')
  await page.getByRole('button', { name: 'admin ADMIN user menu' }).click()
  await page.getByRole('menuitem', { name: 'Dark mode' }).click()
  await expect.poll(scheme).toBe('dark')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect.poll(scheme).toBe('dark')
})

test('an alert goes away by itself, not while one looks at it, and can be read again', async () => {
  const { page } = console_
  await console_.enterAs('admin', 'ADMIN')
  await page.clock.install()
  await page.goto('/vsa/logs/bans')
  await page.getByRole('button', { name: 'Ban address' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('198.51.100.9')
  await dialog.getByRole('button', { name: 'Ban', exact: true }).waitFor()
  // The clock of the page moves only when the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('status')
  const isThere = async () => {
    await page.clock.runFor(50)
    return notice.count()
  }
  await expect.poll(isThere).toBe(1)
  await expect.poll(() => notice.innerText()).toContain('198.51.100.9 is banned. All bans')
  await expect.poll(() => notice.locator('b').textContent()).toBe('198.51.100.9')
  await notice.hover()
  await page.clock.runFor(10_000)
  await notice.getByRole('link', { name: 'All bans' }).waitFor()
  await page.mouse.move(0, 0)
  await page.clock.runFor(5000)
  await notice.waitFor({ state: 'detached' })
  await page.clock.resume()
  await page.getByRole('button', { name: 'Recent alerts' }).click()
  await dialog.getByText('198.51.100.9 is banned. All bans').waitFor()
  await page.keyboard.press('Escape')
})

test('a client chooses its time zone, theme and password, and sees its sessions', async () => {
  const { page } = console_
  await logIn('/login', 'acme')
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/settings')
  await choose(page.getByRole('combobox', { name: 'Your time zone' }), 'Asia/Dhaka')
  await page.getByText('Time zone changed.').waitFor()
  const sessions = page.getByRole('table', { name: 'Sessions' })
  const own = sessions.locator('tr', { hasText: 'this session' })
  await expect.poll(() => own.innerText()).toMatch(/Chrome \d+ on Linux this session/)
  const since = own.locator('time').first()
  await expect.poll(() => since.getAttribute('title')).toMatch(/^[A-Z][a-z]{2}, .* Asia\/Dhaka$/)
  const at = Date.parse((await since.getAttribute('datetime')) ?? '')
  const shown = new Date(at + 360 * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  await expect.poll(() => since.innerText()).toBe(shown)
  // The clock stays that of the switch.
  const clock = page.getByRole('banner').getByTitle(/^Server time\. .* Asia\/Dhaka: /)
  await expect.poll(() => clock.innerText()).toMatch(/^UTC/)

  await page.getByRole('radiogroup', { name: 'Appearance' }).getByText('Dark').click()
  const html = page.locator('html')
  await expect.poll(() => html.getAttribute('data-mantine-color-scheme')).toBe('dark')
  await page.getByRole('radiogroup', { name: 'Appearance' }).getByText('Light').click()

  const form = page.getByRole('form', { name: 'Change password' })
  const change = async (from: string, to: string) => {
    await form.getByLabel('Current password', { exact: true }).fill(from)
    await form.getByLabel('New password', { exact: true }).fill(to)
    await form.getByLabel('Repeat new password', { exact: true }).fill(to)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change(PASSWORD, 'too short')
  await form.getByText(/[Aa]t least/).waitFor()
  await change(PASSWORD, `${PASSWORD} two`)
  // A form that was saved is empty again.
  const isEmpty = async () => {
    const current = form.getByLabel('Current password', { exact: true })
    await expect.poll(() => current.inputValue()).toBe('')
  }
  await isEmpty()
  await change(`${PASSWORD} two`, PASSWORD)
  await isEmpty()

  await page.goto('/cdr')
  await page.getByTitle('Time zone').getByText('Asia/Dhaka').waitFor()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'As the switch' }).click()
  await expect.poll(() => since.getAttribute('title')).toMatch(/ UTC$/)
})

// The last one: what it fails counts for the network that all logins of this file come from.
test('a wrong password is refused, and after some of them a captcha is solved unseen', async () => {
  const { page } = console_
  for (let at = 0; at < 4; at += 1) {
    await logIn('/login', 'nobody', 'wrong but long enough')
    await page.getByText('Username or password is wrong.').waitFor()
  }
  const captcha = page.waitForRequest('**/api/captcha*')
  await logIn('/login', 'acme')
  await captcha
  await page.waitForURL((url) => url.pathname === '/')
  await menuOf(page, 'acme').waitFor()
})
