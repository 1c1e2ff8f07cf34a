// Every page of every area, opened as its own kind of user, in a database whose free texts are all
// attacks: it has its heading, no part of it fails, no request of it is refused, no script fails or
// breaks the policy, nothing of a text runs, and axe finds no fault of WCAG 2.2 AA in light and in
// dark. The pages are the places of the areas, so that a new one is looked at without being named
// here.
import { beforeAll, describe, expect, test } from 'vitest'
import { adminArea } from '#web/areas/admin.tsx'
import { clientArea } from '#web/areas/client.tsx'
import { resellerArea } from '#web/areas/reseller.tsx'
import { routeNameOf } from '#web/navigation/route-name.ts'
import { isAbout } from '../run/everyday.ts'
import type { Session } from '../support/api.ts'
import { changedFiles } from '../support/changed-files.ts'
import { sampleOf } from '../support/sample.ts'
import { addViewers } from '../support/viewers.ts'
import { consoleForFile } from './console.ts'
import { attackTexts, SHOWN_ATTACK } from './support/attack-texts.ts'
import { expectNoFault, loadAxe } from './support/axe.ts'
import { addOneOfEach, addressOf } from './support/one-of-each.ts'
import { openForFile } from './support/open-within.ts'
import { ADMIN, CALLER, RESELLER, SETTLEMENT } from './support/routes.ts'
import { addThingsOfPortals } from './support/things-of-portals.ts'

/** No form goes below its footer, where axe measures what is left of a control. */
const TALL = { width: 1440, height: 4000 }

const console_ = consoleForFile()
const open = openForFile(console_)
const refused: string[] = []
const dialogs: string[] = []
let attacks_shown = 0

beforeAll(async () => {
  const { page } = console_
  await page.setViewportSize(TALL)
  const { acme } = await addViewers(console_.api)
  await addOneOfEach(console_.api)
  await addThingsOfPortals(console_.api, acme)
  const attacked = await attackTexts(console_.api.database)
  expect(attacked.length).toBeGreaterThan(50)
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
})

const changed = changedFiles()

/** Below the second level of resellers the same screens come again. */
const isDifferent = (path: string) => !/\/resellers\/[345]/.test(path)

describe.each([
  ['an admin', 'admin', 'ADMIN', ADMIN, adminArea],
  ['a reseller', 'reseller1', 'RESELLER', RESELLER, resellerArea],
  ['a wholesale client', 'acme', 'CLIENT', CALLER, clientArea],
  ['a retail client', 'rita', 'CLIENT', CALLER, undefined],
  ['a settlement account', 'london', 'CLIENT', SETTLEMENT, undefined],
] as const)('%s', (_who, username, type, routes, area) => {
  const headings = new Map<string, string | RegExp>(routes)
  const places = area?.places.map((place) => place.path).filter(isDifferent) ?? []
  const paths = [...new Set([...headings.keys(), ...places])]

  let session: Session

  beforeAll(async () => {
    session = await console_.api.signIn(username, type)
    await console_.enterAs(username, type)
    await loadAxe(console_.page)
  })

  test.each(sampleOf(paths, { shares: 4, always: isAbout(changed) }))('%s', async (path) => {
    const { page } = console_
    refused.length = 0
    await open(await addressOf(session, path))
    const main = page.locator('main')
    const broken = page.locator('script:not([src]), img[src="x"], [href^="javascript:" i]')
    if ((await page.locator('body').innerText()).includes(SHOWN_ATTACK)) attacks_shown += 1
    expect({
      route: await main.getAttribute('data-route'),
      headings: await main.getByRole('heading', { level: 1 }).allInnerTexts(),
      alerts: await main.getByRole('alert').allInnerTexts(),
      refused,
      complaints: console_.complaints,
      dialogs,
      has_run: await page.evaluate(() => 'ran' in window),
      broken: await broken.count(),
    }).toEqual({
      route: routeNameOf(path.replace(/\?.*/, '')),
      headings: [headingOf(headings.get(path))],
      alerts: [],
      refused: [],
      complaints: [],
      dialogs: [],
      has_run: false,
      broken: 0,
    })
    await expectNoFault(page)
    await page.emulateMedia({ colorScheme: 'light' })
  })
})

const headingOf = (heading: string | RegExp = /\w/) =>
  heading instanceof RegExp ? expect.stringMatching(heading) : heading

test('the attacks were on many of the pages', () => {
  expect(attacks_shown).toBeGreaterThan(10)
})
