// `npm run demo`: the product as `npm start` starts it, on a data folder of its own,
// with a small invented carrier, five weeks of its calls, and real calls for DEMO_MINUTES.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { makePasswords } from '#api/sign-in/password.ts'
import { assert } from '#core/assert.ts'
import { type Database, makeClient, openDatabase } from '#db/database.ts'
import { findBreaches, INVARIANTS } from '#db/verify/invariants.ts'
import { findPostgresUrl } from '#supervisor/postgres/postgres.ts'
import { until } from '../sip/until.ts'
import { endCalls } from '../support/end-calls.ts'
import { SWITCH } from './addresses.ts'
import { CLIENTS, RESELLERS, usernameOf } from './demo-data.ts'
import { FAILING_GATEWAY, FAILURES_IN_WORDS, failAgainAndAgain } from './failing-gateway.ts'
import { callsPerHour, setClock, writeHistory } from './history.ts'
import { bookLatePayers, writeLatePayers } from './late-payers.ts'
import { makeBooks } from './make-books.ts'
import { makeInvoices } from './make-invoices.ts'
import { signIn } from './send.ts'
import { type SippCalls, startGateways, startSippCalls } from './sipp-calls.ts'
import { writeActivities } from './write-activities.ts'
import { payWeek, writeDemo } from './write-demo.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** How many calls each of the past weeks has, of a usual one: the carrier grows. */
const WEEKS_GROWTH = [0.5, 0.7, 1, 1.3, 1.8]
const PAST_WEEKS = WEEKS_GROWTH.length
/** Growth of the last week, and of the calls since. */
const GROWTH = WEEKS_GROWTH.at(-1) ?? 1
/** The longest ringing, with a reserve for a busy machine. */
const END_SECONDS = 45
const MINUTES = Number(process.env.DEMO_MINUTES || 30)
const MINUTES_PER_HOUR = 60
/** As many as the past has at this time of the day, so that no report has a jump between them. */
const callsPerMinute = (): number =>
  Number(process.env.DEMO_CALLS_PER_MINUTE) ||
  (callsPerHour(Date.now()) * GROWTH) / MINUTES_PER_HOUR
const FOLDER = resolve(process.env.DATA_DIR || 'data-demo')

/** Another folder, other ports and another address than a product on the same machine. */
const ENVIRONMENT = {
  HTTP_PORT: '8088',
  SIP_LISTEN: `udp:${SWITCH}:5060`,
  RTP_MIN: '30000',
  RTP_MAX: '30200',
  TEST_LINE_PORT: '5091',
  ADMIN_USERNAME: 'admin',
  ADMIN_PASSWORD: 'demo-of-a-switch',
  ...process.env,
  DATA_DIR: FOLDER,
}

const stopAsked = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAsked.abort())

/** A process of the supervisor, with its output in `stdout`. */
function supervisor(file: 'main.ts' | 'stop.ts', stdout: 'pipe' | 'inherit') {
  const path = fileURLToPath(new URL(`../../src/supervisor/${file}`, import.meta.url))
  const stdio = ['ignore', stdout, 'inherit'] as const
  return spawn(process.execPath, [path], { env: ENVIRONMENT, stdio: [...stdio], detached: true })
}

/** The product as a process of its own; its output is shown. */
async function startProduct() {
  const child = supervisor('main.ts', 'pipe')
  const gone = new AbortController()
  const exited = once(child, 'exit').then(() => gone.abort())
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    process.stdout.write(text)
  })
  await until(
    'the product has started',
    () => {
      if (child.exitCode !== null) throw new Error('The product did not start')
      return /Ctrl-C or npm stop/.test(said) || stopAsked.signal.aborted
    },
    180,
  )
  return {
    /** Aborted when it was stopped or killed from outside. */
    gone: gone.signal,
    async stop() {
      child.kill('SIGTERM')
      await exited
      // A killed supervisor leaves the switch and the database running.
      if (child.signalCode !== null) await once(supervisor('stop.ts', 'inherit'), 'exit')
    },
  }
}

/** Five weeks of calls, or those since the last call of an earlier demo in this folder. */
async function writePast(url: string, client: pg.Client): Promise<void> {
  const now_ms = Date.now()
  const { rows } = await client.query<{ last: number | null }>(
    `select floor(extract(epoch from max(started_at)) * 1000)::bigint as last from call_record`,
  )
  const last = rows[0]?.last ?? null
  const count =
    last === null
      ? await writeWeeks(url, client, now_ms)
      : await writeHistory(
          url,
          client,
          Math.max(now_ms - PAST_WEEKS * WEEK_MS, last),
          now_ms,
          GROWTH,
        )
  console.log(`Demo: ${count.toLocaleString('en-US')} calls written`)
}

/** Each week begins with the payments for its calls. */
async function writeWeeks(url: string, client: pg.Client, now_ms: number): Promise<number> {
  const password_hash = await makePasswords().hash(ENVIRONMENT.ADMIN_PASSWORD)
  const database = openDatabase(url, 'demo', 2)
  let count = 0
  for (const [week, growth] of WEEKS_GROWTH.entries()) {
    if (stopAsked.signal.aborted) break
    console.log(`Demo: writing the calls of week ${week + 1} of ${PAST_WEEKS}`)
    const begin_ms = now_ms - (PAST_WEEKS - week) * WEEK_MS
    await setClock(client, new Date(begin_ms))
    if (week === 0) {
      await writeDemo(database, now_ms, password_hash)
      await writeLatePayers(database, client, now_ms)
      await setClock(client, new Date(begin_ms))
      await writePastActivities(database, begin_ms, now_ms)
    }
    await bookLatePayers(database, client, new Date(begin_ms), (PAST_WEEKS - week) * 7)
    await payWeek(database, growth)
    count += await writeHistory(url, client, begin_ms, begin_ms + WEEK_MS, growth)
  }
  await database.destroy()
  return count
}

/** Before the product notes its own, so that the log is in the order of time. */
async function writePastActivities(database: Database, from_ms: number, till_ms: number) {
  await database.transaction().execute(async (tx) => {
    for (let at_ms = from_ms; at_ms <= till_ms; at_ms += DAY_MS) {
      const day = new Date(at_ms).toISOString().slice(0, 10)
      await sql`select make_partition('activity_log', ${day})`.execute(tx)
    }
    await writeActivities(tx, from_ms, till_ms)
  })
}

async function makeOffice(url: string): Promise<void> {
  const { HTTP_PORT, ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = ENVIRONMENT
  const database = openDatabase(url, 'demo', 1)
  try {
    const send = await signIn({ url: `http://127.0.0.1:${HTTP_PORT}`, username, password })
    await makeBooks(database, send)
    await makeInvoices(database, send)
  } finally {
    await database.destroy()
  }
}

function printLogins(): void {
  const { HTTP_PORT, ADMIN_USERNAME, ADMIN_PASSWORD } = ENVIRONMENT
  console.log(
    `Demo: http://127.0.0.1:${HTTP_PORT}/vsa as ${ADMIN_USERNAME}, or rosa, boris, sami, nora,`,
  )
  console.log('Demo: /vsr as crescent-group and other resellers, and / as')
  console.log(
    'Demo: cedar-call (wholesale), harbour-clinic (retail), borealis-networks (settlement)',
  )
  for (const { name, brand } of RESELLERS) {
    if (!brand) continue
    const clients = CLIENTS.filter(({ reseller }) => reseller === name).map(usernameOf)
    const url = `http://${brand.domain}:${HTTP_PORT}`
    console.log(`Demo: ${url}/vsr as ${usernameOf({ name })}, ${url} as ${clients.join(' or ')}`)
  }
  console.log(`Demo: the password of all of them is ${ADMIN_PASSWORD}`)
}

/** Until the time is over, the product is gone, or Ctrl-C. */
async function live(gone: AbortSignal): Promise<void> {
  const url = await findPostgresUrl(join(FOLDER, 'postgres'))
  const client = makeClient(url, 'demo')
  // The connection ends with the product, and `gone` reports that.
  client.on('error', () => {})
  await client.connect()
  const sippFolder = join(FOLDER, 'sipp')
  let sippCalls: SippCalls | undefined
  const gateways = await startGateways(sippFolder)
  try {
    await writePast(url, client)
    await makeOffice(url)
    // The minutes that this took are a part of the past.
    await writePast(url, client)
    sippCalls = await startSippCalls(sippFolder, callsPerMinute(), MINUTES)
    console.log(`Demo: calls for ${MINUTES} minutes; Ctrl-C ends them earlier`)
    printLogins()
    console.log(`Demo: ${FAILURES_IN_WORDS}`)
    const failing = gateways.get(FAILING_GATEWAY)
    assert(failing, `${FAILING_GATEWAY} is a gateway of the demo`)
    const timeOver = new AbortController()
    const signal = AbortSignal.any([stopAsked.signal, gone, timeOver.signal])
    const failures = failAgainAndAgain(failing, signal)
    await pause(MINUTES * 60_000, undefined, { signal }).catch(() => {})
    timeOver.abort()
    // It answers again, so that its calls end in order too.
    await failures
    if (!gone.aborted) await endInOrder(client, sippCalls)
  } finally {
    sippCalls?.stop()
    for (const gateway of gateways.values()) gateway.kill('SIGKILL')
    await rm(sippFolder, { recursive: true, force: true })
    await client.end()
  }
}

async function endInOrder(client: pg.Client, sippCalls: SippCalls): Promise<void> {
  console.log('Demo: ending the calls')
  sippCalls.startNoMore()
  await endCalls(client, END_SECONDS).catch((error: Error) =>
    console.log(`Demo: ${error.message}; the next start ends the rest`),
  )
  const breaches = await findBreaches(client)
  for (const breach of breaches) console.error('Demo:', breach)
  console.log(`Demo: ${INVARIANTS.length - breaches.length} of ${INVARIANTS.length} rules hold`)
}

const product = await startProduct()
try {
  if (!stopAsked.signal.aborted) await live(product.gone)
} catch (error) {
  if (!product.gone.aborted) throw error
} finally {
  if (product.gone.aborted) console.log('Demo: the product was ended from outside')
  await product.stop()
}
process.exit(0)
