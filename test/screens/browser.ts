// A real browser, one for all pages of a process.
import { type Browser, chromium, type Page } from 'playwright-core'
import { keepRequests } from './support/requests.ts'

export interface ConsoleOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** Background services of the browser would look for hosts outside, over and over again. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The domains of resellers.
  '--host-resolver-rules=MAP *.falcon.example 127.0.0.1,MAP *.osprey.example 127.0.0.1',
]

/** One for all files of a run, since its start costs more than many a test. */
let browser: Promise<Browser> | undefined

/** The pages that are open now; a test closes its own. */
export const openPages = async (): Promise<Page[]> =>
  (await browser)?.contexts().flatMap((context) => context.pages()) ?? []

/** A profile of its own, with the console at `baseURL`. */
export async function openBrowser(baseURL: string, options: ConsoleOptions = {}) {
  browser ??= chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: FLAGS })
  const context = await (await browser).newContext({
    baseURL,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.colorScheme ?? 'light',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(60_000)
  keepRequests(context)
  return { context, close: () => context.close() }
}
