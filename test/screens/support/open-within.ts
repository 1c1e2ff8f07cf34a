import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Opens addresses within the page, as by a link: loading the console for each of many screens would
 * take most of the time of a test.
 */
export function openWithin(page: Page): (address: string) => Promise<void> {
  /** Answers that the page waits for. */
  let waits_for = 0
  const change = (by: number) => (request: { url(): string }) => {
    if (request.url().includes('/api/')) waits_for += by
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
  return async (address) => {
    await page.locator('h1').waitFor()
    await page.evaluate((to) => {
      if (to === location.pathname) return
      document.querySelector('h1')?.setAttribute('data-before', '')
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, address)
    await page.locator('h1:not([data-before])').waitFor()
    await expect.poll(() => waits_for).toBe(0)
    const loading = page.locator('main').getByText('Loading', { exact: true })
    await expect.poll(() => loading.count()).toBe(0)
  }
}
