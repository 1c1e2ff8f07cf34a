// What a reader who cannot see, or cannot use a mouse, depends on: axe finds no fault of WCAG 2.2
// AA on the main screens, in light and in dark.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Calling, startCalling } from './calling.ts'
import { openConsole, type TestConsole } from './console.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const SCREENS = [
  '/vsa',
  '/vsa/wholesale-clients',
  '/vsa/wholesale-clients/add',
  '/vsa/wholesale-clients/ip-list',
  '/vsa/retail-clients/add',
  '/vsa/registrations',
  '/vsa/logs/auth-failures',
  '/vsa/logs/bans',
  '/vsa/tariffs',
  '/vsa/tariffs/add',
  '/vsa/route-plans',
  '/vsa/route-plans/add',
  '/vsa/number-lists',
  '/vsa/time-windows/add',
  '/vsa/translations/add',
  '/vsa/gateways',
  '/vsa/gateways/add',
  '/vsa/gateway-groups/add',
  '/vsa/stop-policies/1/edit',
  '/vsa/tunnels',
  '/vsa/tunnels/add',
  '/vsa/settlements',
  '/vsa/monitor/active-calls',
  '/vsa/cdr/wholesale',
  '/vsa/reports/payments',
  '/vsa/reports/receives',
  '/vsa/account/ledger',
  '/vsa/settings',
]

interface Fault {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  let console_: TestConsole
  let calling: Calling

  beforeAll(async () => {
    console_ = await openConsole({ colorScheme })
    calling = await startCalling(console_.api.url)
    await calling.talked(30)
    await calling.failed([503, 486])
  })
  afterAll(async () => {
    await calling?.stop()
    await console_?.close()
  })

  test.each(SCREENS)('%s has no fault', async (path) => {
    const { page } = console_
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(AXE)
    const faults = (await page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then((found) => found.violations)`,
    )) as Fault[]
    expect(faults.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)).toEqual([])
  })
})
