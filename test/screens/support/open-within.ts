import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Opens addresses within the page, as by a link: loading the console for each of many screens would
 * take most of the time of a test.
 */
export function openWithin(page: Page): (address: string) => Promise<void> {
  /** Without an answer yet. One that began before is not among them when it ends. */
  const waiting = new Set<Request>()
  const end = (request: Request) => waiting.delete(request)
  page.on('request', (request) => {
    if (request.url().includes('/api/')) waiting.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async (address) => {
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
