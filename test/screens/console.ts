// The console in a real browser, on the real API with a database of its own. Pages are found as a
// user finds their parts: by role and name.
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Session, startApi, type TestApi } from '../support/api.ts'
import { type ConsoleOptions, openBrowser } from './browser.ts'
import { CONSOLE_FOLDER } from './build-console.ts'
import { enter, type UserType } from './support/enter.ts'

export interface TestConsole {
  readonly api: TestApi
  /** Signed in as the admin; `goto` takes a path. */
  readonly page: Page
  /** Complaints of the console itself; a test ends with none. */
  readonly complaints: readonly string[]
  /** The page becomes that of another user, at its home. */
  enterAs(username: string, type: UserType): Promise<void>
  /** Another browser, at the home of this user; the caller closes it. */
  openAs(username: string, type: UserType): Promise<{ page: Page; close(): Promise<void> }>
  close(): Promise<void>
}

/** Errors of scripts and broken promises; a refused request is the business of its screen. */
function listenTo(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return complaints
}

export async function openConsole(
  options: ConsoleOptions = {},
  server: Parameters<typeof startApi>[1] = {},
  database: Parameters<typeof startApi>[2] = undefined,
): Promise<TestConsole> {
  const api = await startApi(CONSOLE_FOLDER, server, database)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const { context, close } = await openBrowser(origin, options)
  const complaints = listenTo(context)
  const page = await context.newPage()
  const enterAs = (username: string, type: UserType) => enter(page, api, { origin, username, type })
  await enterAs('admin', 'ADMIN')
  return {
    api,
    page,
    complaints,
    enterAs,
    async openAs(username, type) {
      const other = await openBrowser(origin, options)
      const its_page = await other.context.newPage()
      await enter(its_page, api, { origin, username, type })
      return { page: its_page, close: other.close }
    },
    async close() {
      await close()
      await api.close()
    },
  }
}

/**
 * The console of a test file: there from the first hook of the file on, without a complaint after
 * each test, and closed after the last hook.
 */
export function consoleForFile(open = () => openConsole()): TestConsole {
  const console_ = {} as TestConsole
  beforeAll(async () => {
    Object.assign(console_, await open())
  })
  afterAll(() => console_.close())
  afterEach(() => expect(console_.complaints).toEqual([]))
  return console_
}

/** Speaks to the API of the console as the admin, whatever user its page is at. */
export const adminCallOf =
  (console_: TestConsole): Session['call'] =>
  (endpoint, call) =>
    console_.api.admin.call(endpoint, call)

/** Picks one of the choices of a select or of a picker, typing what is looked for. */
export async function choose(field: Locator, choice: string): Promise<void> {
  await field.click()
  const isSearched = (await field.getAttribute('readonly')) === null
  if (isSearched) await field.fill(choice)
  await field.page().getByRole('option', { name: choice }).first().click()
}
