// Vitest's set-up of a file of screens: a test that failed leaves each page as it was, as a picture
// and as text with its last requests, in `failures/`.
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { FAILURES } from '../../run/files.ts'
import { loadNow } from '../../support/load-now.ts'
import { openPages } from '../browser.ts'
import { lastRequests } from './requests.ts'

const NAME_LENGTH_MAX = 80
const TEXT_LENGTH_MAX = 20_000
const SHOWN = 6

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    await mkdir(FAILURES, { recursive: true })
    const name = `${basename(task.file.name, '.e2e.ts')} ${task.name}`.replaceAll(/[^\w-]+/g, '-')
    for (const [at, page] of (await openPages()).entries()) {
      await keep(page, join(FAILURES, `${name.slice(0, NAME_LENGTH_MAX)}-${at + 1}`))
    }
  })
})

async function keep(page: Page, path: string): Promise<void> {
  const requests = await lastRequests(page.context())
  // A page that hangs is the fault itself.
  const text = await page
    .evaluate(() => document.body.innerText)
    .catch((error: unknown) => String(error))
  const picture = await page.screenshot({ path: `${path}.png`, timeout: 10_000 }).then(
    () => `${path}.png`,
    (error: unknown) => `no picture: ${String(error)}`,
  )
  const facts = [page.url(), '', ...requests, '', text.slice(0, TEXT_LENGTH_MAX)]
  await writeFile(`${path}.txt`, `${facts.join('\n')}\n`)
  console.log(`${page.url()} at load ${loadNow().toFixed(1)}: ${path}.txt, ${picture}`)
  for (const request of requests.slice(-SHOWN)) console.log(`  ${request}`)
}
