import type { Request } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { TestConsole } from '../console.ts'

/**
 * Opens addresses within the page of a test file, as by a link: loading the console for each of
 * many screens would take most of the time of a test.
 */
export function openForFile(console_: TestConsole): (address: string) => Promise<void> {
  /** Without an answer yet. One that began before is not among them when it ends. */
  const waiting = new Set<Request>()
  const end = (request: Request) => waiting.delete(request)
  beforeAll(() => {
    const { page } = console_
    page.on('request', (request) => {
      if (request.url().includes('/api/')) waiting.add(request)
    })
    page.on('requestfinished', end)
    page.on('requestfailed', end)
  })
  return async (address) => {
    const { page } = console_
    await page.locator('h1').waitFor()
    await page.evaluate((to) => {
      if (to === location.pathname) return
      document.querySelector('h1')?.setAttribute('data-before', '')
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, address)
    await page.locator('h1:not([data-before])').waitFor()
    await expect.poll(() => waiting.size).toBe(0)
    const loading = page.locator('main').getByText('Loading', { exact: true })
    await expect.poll(() => loading.count()).toBe(0)
  }
}
