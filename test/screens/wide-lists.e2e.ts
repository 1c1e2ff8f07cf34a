// The part of a long and wide list that a screen of 1440 by 900 pixels shows.
import { beforeAll, expect, test } from 'vitest'
import { callingForFile } from './calling.ts'
import { consoleForFile, openConsole } from './console.ts'

const console_ = consoleForFile(() => openConsole({ width: 1440, height: 900 }))
const calling = callingForFile(console_)

beforeAll(async () => {
  for (let made = 0; made < 5; made++) await calling.talked(30)
})

const rows = () =>
  console_.page
    .getByRole('table', { name: 'Wholesale calls' })
    .locator('tbody tr:not([aria-hidden])')

/** Whatever of the page scrolls up and down. */
const scrolled = () =>
  console_.page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
      .filter((one) => one.scrollHeight > one.clientHeight + 1)
      .map((one) => (one.querySelector(':scope > table') ? 'table' : one.className)),
  )

// The copies have what a cut name has: its whole for readers, out of the flow.
test('at 1440 by 900 money is in sight, and of many calls only the table scrolls', async () => {
  const { page } = console_
  await page.goto('/vsa/cdr/wholesale')
  await rows().nth(4).waitFor()
  const margin = await rows().nth(4).locator('td[data-column="margin"]').boundingBox()
  expect((margin?.x ?? 0) + (margin?.width ?? 0)).toBeLessThanOrEqual(1440)
  await page.getByRole('table', { name: 'Wholesale calls' }).evaluate((element) => {
    const body = element.querySelector('tbody')
    for (const row of [...(body?.children ?? [])].flatMap((one) => Array(20).fill(one))) {
      const copy = row.cloneNode(true) as HTMLElement
      const name = Object.assign(document.createElement('span'), { className: 'visually-hidden' })
      name.textContent = 'Cut'
      copy.querySelector('td:nth-child(2)')?.append(name)
      body?.append(copy)
    }
  })
  await expect.poll(scrolled).toEqual(['table'])
})
