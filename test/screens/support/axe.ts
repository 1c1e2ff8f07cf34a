// Faults of accessibility that axe finds by WCAG 2.2 AA, in light and in dark.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose result differs in dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

interface Fault {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Until the page is loaded again. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'))
  await page.evaluate(stopTransitions)
}

/** A style element would need the nonce of the page. */
async function stopTransitions(): Promise<void> {
  const sheet = new CSSStyleSheet()
  await sheet.replace('* { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

export async function expectNoFault(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await faults(page, JSON.stringify(RULES))).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  expect(await faults(page, JSON.stringify({ type: 'rule', values: OF_COLOURS }))).toEqual([])
}

async function faults(page: Page, only: string): Promise<string[]> {
  const options = `{ runOnly: ${only}, resultTypes: ['violations'] }`
  const found = (await page.evaluate(
    `axe.run(document, ${options}).then((found) => found.violations)`,
  )) as Fault[]
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}
