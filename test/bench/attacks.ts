// (l) What a client with its staff, or anyone without a login, can do to the console of the others:
// searches, exports or logins come as fast as one address can send them, and meanwhile the operator
// and another client read the own user, a list, a report and an export. The API is a process of its
// own, over the calls of five weeks.

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { makeClient, openDatabase } from '#db/database.ts'
import { withDatabase } from '../faults/test-database.ts'
import { permissionGroupForm, userForm } from '../support/people.ts'
import { startApi } from './api-process.ts'
import { PASSWORD, writeWeeks } from './five-weeks.ts'
import { type Asked, ask, flood } from './flood.ts'
import { HTTP_PORT } from './free-ports.ts'
import { countRecords } from './many-calls.ts'
import { formatNumber, type Line, printTable, quantile } from './measure.ts'

const RECORDS = Number(process.env.BENCH_RECORDS || 250_000)
const SECONDS = 12
const CLIENT = 'northwind-telecom'
const OTHER_CLIENT = 'alpenruf'
/** Users whom the client adds, and how many of them open an export that they do not read. */
const STAFF = 14
const UNREAD = 4

export const measureAttacks = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string, _: string, api_url: string): Promise<void> {
  const database = openDatabase(url, 'bench')
  const client = makeClient(url, 'bench')
  await client.connect()
  try {
    await writeWeeks(url, database, client, RECORDS)
    const count = formatNumber(await countRecords(client))
    const { child, end } = await startApi(api_url, HTTP_PORT)
    try {
      printTable(`(l) The console beside attacks, ${count} records`, await timesOf(child.pid ?? 0))
    } finally {
      await end()
    }
  } finally {
    await client.end()
    await database.destroy()
  }
}

async function signIn(username: string, user_type: string): Promise<Asked['headers']> {
  const payload = { username, password: PASSWORD, user_type, captcha: null, remember: false }
  const agent = new Agent({ localAddress: nextAddress() })
  const { body, headers } = await ask(agent, HTTP_PORT, post(JSON.stringify(payload)))
  const cookies = (headers['set-cookie'] ?? []).map((cookie: string) => cookie.split(';')[0])
  const authorization = `Bearer ${JSON.parse(body).data.token}`
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(cookies.join(';'))?.[1]
  return { authorization, cookie: cookies.join('; '), 'x-xsrf-token': xsrf }
}

const post = (payload: string): Asked => ({
  method: 'POST',
  path: '/api/login',
  headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
  payload,
})

/** Requests that are sent over and over, and how many of them are under way together. */
interface Attack {
  readonly name: string
  readonly asked: readonly Asked[]
  readonly at_once: number
  /** The answers are opened and never read. */
  readonly unread?: true
}

/** A request of others meanwhile, the highest p95 that is meant, and the pause after it, in ms. */
type Watched = readonly [name: string, asked: Asked, aim_ms: number, pause_ms: number]

const WEEKS = 'range=30d&type=all'
const get = (path: string, headers: Asked['headers']): Asked => ({ path, headers })
const listOf = (headers: Asked['headers']) => get(`/api/cdr?${WEEKS}`, headers)
const reportOf = (headers: Asked['headers']) =>
  get(`/api/reports/traffic?group=country&range=30d`, headers)

async function timesOf(pid: number): Promise<Line[]> {
  const client = await signIn(CLIENT, 'CLIENT')
  const admin = await signIn('admin', 'ADMIN')
  const staff = await addStaff(client)
  const keys = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1]))
  const searches = (whose: readonly Asked['headers'][]) =>
    whose.map((headers) => get(`/api/cdr?q=zz&${WEEKS}`, headers))
  const exportsOf = (format: string, whose: readonly Asked['headers'][]) =>
    whose.map((headers) => get(`/api/cdr?format=${format}&${WEEKS}`, headers))
  const few = staff.slice(0, UNREAD)
  const attacks: Attack[] = [
    { name: 'nothing', asked: [], at_once: 0 },
    { name: '10 searches of a client', asked: searches([client]), at_once: 10 },
    { name: '30 searches of a client', asked: searches([client]), at_once: 30 },
    { name: '11 searches of each of 14 users of a client', asked: searches(staff), at_once: 154 },
    { name: '20 CSV exports of a client', asked: exportsOf('csv', [client]), at_once: 20 },
    { name: '20 Excel exports of a client', asked: exportsOf('xlsx', [client]), at_once: 20 },
    { name: '2 CSV exports of each of 14 users', asked: exportsOf('csv', staff), at_once: 28 },
    { name: '4 exports that are not read', asked: exportsOf('csv', few), at_once: 4, unread: true },
    { name: '20 CSV exports of an admin', asked: exportsOf('csv', [admin]), at_once: 20 },
    { name: '10 looks at partitions', asked: [get('/api/cdr/partitions', admin)], at_once: 10 },
    { name: '20 logins with 90,000 keys', asked: [post(JSON.stringify(keys))], at_once: 20 },
    {
      name: '20 logins with wrong passwords',
      asked: [post(JSON.stringify({ username: 'admin' }))],
      at_once: 20,
    },
  ]
  const reader = await addAdmin(admin, 'reader')
  const other = await signIn(OTHER_CLIENT, 'CLIENT')
  const watched: Watched[] = [
    ['me', get('/api/me', reader), 100, 50],
    ['list', listOf(reader), 300, 400],
    ['report', reportOf(reader), 1000, 400],
    ['list of a client', listOf(other), 300, 400],
    ['report of a client', reportOf(other), 1000, 400],
    ['export', get(`/api/cdr?format=csv&rows=page&limit=100&${WEEKS}`, reader), 1000, 400],
  ]
  const lines: Line[] = []
  for (const attack of attacks) lines.push(...(await timeOf(attack, pid, watched)))
  return lines
}

/** Sends a form; answers the id of what was added. */
async function add(by: Asked['headers'], path: string, values: object): Promise<number> {
  const asked = { ...post(JSON.stringify(values)), path }
  const headers = { ...asked.headers, ...by }
  const { status, body } = await ask(new Agent(), HTTP_PORT, { ...asked, headers })
  if (status !== 200) throw new Error(`${path} answers ${status}: ${body}`)
  return JSON.parse(body).data.id
}

/** Users whom a client adds, each with the right to its calls. */
async function addStaff(client: Asked['headers']): Promise<Asked['headers'][]> {
  const { scope: _, account_ids: __, ...group } = permissionGroupForm
  const { has_all_rights: ___, own_account_ids: ____, ...user } = userForm
  const permissions = ['call_records.view', 'call_records.export']
  const id = await add(client, '/api/permission-groups', { ...group, name: 'Desk', permissions })
  const sessions: Asked['headers'][] = []
  for (let at = 1; at <= STAFF; at += 1) {
    const username = `${CLIENT}-${at}`
    const values = { ...user, username, password: PASSWORD, group_ids: [id] }
    await add(client, '/api/users', values)
    sessions.push(await signIn(username, 'CLIENT'))
  }
  return sessions
}

/** A colleague of the admin. */
async function addAdmin(admin: Asked['headers'], username: string): Promise<Asked['headers']> {
  const values = { ...userForm, username, password: PASSWORD, has_all_rights: true }
  await add(admin, '/api/users', values)
  return signIn(username, 'ADMIN')
}

let used = 1
/** The limits of one address do not slow down the next one. */
const nextAddress = (): string => `127.0.0.${++used}`

/** Answers that are open and not read; the function that is answered ends them. */
async function openUnread(asked: readonly Asked[]): Promise<() => void> {
  const agent = new Agent({ localAddress: nextAddress() })
  const opened = asked.map(async ({ payload: _, ...options }) => {
    const sent = request({ ...options, agent, host: '127.0.0.1', port: HTTP_PORT })
    sent.on('error', () => {}).end()
    await once(sent, 'response')
    return sent
  })
  // The turns of some may not come before others end.
  await Promise.any(opened)
  return () => agent.destroy()
}

async function timeOf(attack: Attack, pid: number, watched: readonly Watched[]): Promise<Line[]> {
  const { name, asked, at_once, unread } = attack
  const common = { port: HTTP_PORT, seconds: SECONDS, localAddress: nextAddress() }
  const endUnread = unread ? await openUnread(asked) : undefined
  const until = performance.now() + SECONDS * 1000
  const isFlood = at_once > 0 && !unread
  const flooding = isFlood ? flood({ ...common, asked, at_once }) : new Map<number, number>()
  let memory = 0
  const times = await Promise.all(
    watched.map(async ([what, looked, , pause_ms]) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: nextAddress() })
      const found: number[] = []
      while (performance.now() < until) {
        const begun = performance.now()
        const { status, body } = await ask(agent, HTTP_PORT, looked)
        if (status !== 200) throw new Error(`${name}: ${what} answers ${status}: ${body}`)
        found.push(performance.now() - begun)
        memory = Math.max(memory, await residentBytes(pid))
        await pause(pause_ms)
      }
      agent.destroy()
      return found
    }),
  )
  endUnread?.()
  const counts = await flooding
  const answers = [...counts].map(([status, count]) => `${count} × ${status || 'cut'}`).join(', ')
  const figures = watched.map(([what, , aim_ms], at): Line => {
    const ms = (share: number) => formatNumber(quantile(times[at] ?? [], share), 1)
    return [`  ${what}`, `p50 ${ms(0.5)}, p95 ${ms(0.95)}, max ${ms(1)} ms`, `p95 < ${aim_ms} ms`]
  })
  return [[name, `${formatNumber(memory / 1e6)} MB ${answers}`.trim(), '< 500 MB'], ...figures]
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}
