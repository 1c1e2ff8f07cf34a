// The console never tries what the content security policy of api/server.ts forbids: its kinds of
// pages are opened, and the browser complains of nothing.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { PASSWORD } from '../support/api.ts'
import { tariffForm } from '../support/forms.ts'
import { CONSOLE_FOLDER } from './build-console.ts'
import { openConsole, type TestConsole } from './console.ts'

let console_: TestConsole
let page: Page

beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
})
afterAll(() => console_.close())

test('home with its charts, a list, a form and a question keep to the policy', async () => {
  await page.goto('/vsa')
  await page.locator('canvas').first().waitFor()
  const { data } = await console_.api.admin.call(createTariff, { body: tariffForm })
  await page.goto('/vsa/tariffs')
  await page.getByRole('link', { name: tariffForm.name }).waitFor()
  await page.goto(`/vsa/tariffs/${data.id}/rates/add`)
  await page.getByRole('textbox', { name: 'Prefix' }).fill('44')
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('0.01')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/rates$/)
  await page.getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
  expect(console_.complaints).toEqual([])
})

test('a login with the captcha, which a worker solves, keeps to the policy', async () => {
  await page.context().clearCookies()
  await page.goto('/vsa/login')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByLabel('Username').fill('admin')
  const login = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  for (let time = 0; time < 3; time += 1) {
    const answer = page.waitForResponse('**/api/login?*')
    await login('wrong')
    expect((await answer).status()).toBe(401)
    await page.getByText('Username or password is wrong.').waitFor()
  }
  const worker = page.waitForEvent('worker')
  await login(PASSWORD)
  await worker
  await page.waitForURL('**/vsa')
  expect(console_.complaints).toEqual([])
})

test('markup out of text is refused by the browser itself', async () => {
  const refusal = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src="x" onerror="document.title = 1">'
      return undefined
    } catch (error) {
      return String(error)
    }
  })
  expect(refusal).toContain('Markup from text is not allowed.')
})

/** Markup of an alert, and what is left of it. */
const MARKUP: readonly (readonly [string, string])[] = [
  ['<b>bold</b> <i>i</i> <em>e</em> <strong>s</strong><br><code>c</code>', 'as it is'],
  ['<ul><li>one</li><li>two</li></ul>', 'as it is'],
  ['<a href="/vsa/logs/bans">here</a>', 'as it is'],
  [
    '<a href="https://example.com/" target="_top" onclick="window.ran=1">there</a>',
    '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">there</a>',
  ],
  ['<a href="javascript:window.ran=1">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,<script>window.ran=1</script>">x</a>', '<a>x</a>'],
  ['<a href="//example.com">x</a><a href="/\\example.com">y</a>', '<a>x</a><a>y</a>'],
  ['<a href="/\t/example.com">x</a>', '<a>x</a>'],
  ['<a href="http://example.com">x</a>', '<a>x</a>'],
  ['<script>window.ran=1</script>a', 'a'],
  ['<img src=x onerror="window.ran=1">a', 'a'],
  ['<svg onload="window.ran=1"><style><img src=x onerror=window.ran=1></style></svg>a', 'a'],
  ['<math><mtext><table><mglyph><style><!--</style><img src onerror=window.ran=1>', ''],
  ['<iframe srcdoc="<script>parent.ran=1</script>"></iframe><form id=a><input></form>a', 'a'],
  ['<b style="position:fixed" class="x" id="main" onmouseover="window.ran=1">b</b>', '<b>b</b>'],
]

test('markup of an alert keeps a few tags, and nothing of it runs', async () => {
  const files = await readdir(join(CONSOLE_FOLDER, 'assets'))
  const file = files.find((name) => /^sanitise-.*\.js$/.test(name))
  const markup = JSON.stringify(MARKUP.map(([given]) => given))
  const left = await page.evaluate(`import('/assets/${file}').then(({ sanitise }) =>
    ${markup}.map((text) => {
      const place = document.body.appendChild(document.createElement('div'))
      place.append(sanitise(text))
      return place.innerHTML
    }))`)
  expect(left).toEqual(MARKUP.map(([given, kept]) => (kept === 'as it is' ? given : kept)))
  const tried = await page.evaluate(`(() => {
    try { trustedTypes.createPolicy('alert-markup', {}) } catch { return 'refused' }
  })()`)
  expect(tried).toBe('refused')
  expect(await page.evaluate(`'ran' in window`)).toBe(false)
})
