// Follows the links of the console as a user may click them, and keeps what the API answers.
import type { Page } from 'playwright-core'

interface Crawled {
  readonly opened: readonly string[]
  /** The answers of the API, by URL. */
  readonly answers: ReadonlyMap<string, string>
}

/** Addresses that differ by numbers and filters alone are of one kind; one of them is opened. */
const kindOf = (address: string): string =>
  address.replace(/\?(?!panel=).*/, '').replace(/\d+/g, 'n')

/** So that all of its links are there; they stay open. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const closed = menu.locator('button[aria-expanded="false"]')
  while ((await closed.count()) > 0) await closed.first().click()
}

export async function crawl(
  page: Page,
  open: (address: string) => Promise<void>,
  first: string,
): Promise<Crawled> {
  const answers = new Map<string, string>()
  const reading: Promise<void>[] = []
  const keep = (answer: { url(): string; text(): Promise<string> }) => {
    if (!answer.url().includes('/api/')) return
    const read = async () => void answers.set(answer.url(), await answer.text())
    // The body of an answer that came as its page was left is gone.
    reading.push(read().catch(() => undefined))
  }
  page.on('response', keep)
  const opened = new Map<string, string>()
  const waiting = [first]
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    if (opened.has(kindOf(address))) continue
    opened.set(kindOf(address), address)
    await open(address)
    await openMenu(page)
    const links = page.locator('a[href^="/"]')
    const found = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    waiting.push(...found)
  }
  page.off('response', keep)
  await Promise.all(reading)
  return { opened: [...opened.values()], answers }
}
