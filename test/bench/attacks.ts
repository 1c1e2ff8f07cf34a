// (l) What one user, or anyone without a login, can do to the console of the others: searches,
// exports or logins come as fast as one address can send them, and another user reads /api/me. The
// API is a process of its own, over the calls of five weeks.
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { makeClient, openDatabase } from '#db/database.ts'
import { withDatabase } from '../faults/test-database.ts'
import { startApi } from './api-process.ts'
import { PASSWORD, writeWeeks } from './five-weeks.ts'
import { type Asked, ask, flood } from './flood.ts'
import { countRecords } from './many-calls.ts'
import { formatNumber, type Line, printTable, quantile } from './measure.ts'

const RECORDS = Number(process.env.BENCH_RECORDS || 250_000)
const SECONDS = 12
const LOOK_EVERY_MS = 50
const PORT = 18_088
const CLIENT = 'northwind-telecom'
const AIM = 'p95 < 100 ms, < 500 MB'

export const measureAttacks = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string, _: string, api_url: string): Promise<void> {
  const database = openDatabase(url, 'bench')
  const client = makeClient(url, 'bench')
  await client.connect()
  try {
    await writeWeeks(url, database, client, RECORDS)
    const count = formatNumber(await countRecords(client))
    const { child, end } = await startApi(api_url, PORT)
    try {
      printTable(`(l) /api/me beside attacks, ${count} records`, await timesOf(child.pid ?? 0))
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
  const { body, headers } = await ask(new Agent(), PORT, post(JSON.stringify(payload)))
  const cookies = (headers['set-cookie'] ?? []).map((cookie: string) => cookie.split(';')[0])
  const authorization = `Bearer ${JSON.parse(body).data.token}`
  return { authorization, cookie: cookies.join('; ') }
}

const post = (payload: string): Asked => ({
  method: 'POST',
  path: '/api/login',
  headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
  payload,
})

/** The request that is sent over and over, and how many of them are under way together. */
type Attack = readonly [what: string, at_once: number, asked: Asked | undefined]

async function timesOf(pid: number): Promise<Line[]> {
  const client = await signIn(CLIENT, 'CLIENT')
  const admin = await signIn('admin', 'ADMIN')
  const get = (path: string, headers = client): Asked => ({ path, headers })
  const keys = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1]))
  const weeks = 'range=30d&type=all'
  const attacks: Attack[] = [
    ['nothing', 0, undefined],
    ['10 searches of a client', 10, get(`/api/cdr?q=zz&${weeks}`)],
    ['30 searches of a client', 30, get(`/api/cdr?q=zz&${weeks}`)],
    ['20 exports of a client as CSV', 20, get(`/api/cdr?format=csv&${weeks}`)],
    ['20 exports of a client as Excel', 20, get(`/api/cdr?format=xlsx&${weeks}`)],
    ['20 exports of an admin as CSV', 20, get(`/api/cdr?format=csv&${weeks}`, admin)],
    ['10 looks at the partitions', 10, get('/api/cdr/partitions', admin)],
    ['20 logins with 90,000 keys', 20, post(JSON.stringify(keys))],
    ['20 logins with wrong passwords', 20, post(JSON.stringify({ username: 'admin' }))],
  ]
  const reader = await signIn('admin', 'ADMIN')
  const lines: Line[] = []
  for (const attack of attacks) lines.push(await timeOf(attack, pid, get('/api/me', reader)))
  return lines
}

let used = 1
/** The limits of one address do not slow down the next one. */
const nextAddress = (): string => `127.0.0.${++used}`

async function timeOf([what, at_once, asked]: Attack, pid: number, me: Asked): Promise<Line> {
  const until = performance.now() + SECONDS * 1000
  const common = { port: PORT, seconds: SECONDS, localAddress: nextAddress() }
  const attack = asked ? flood({ ...common, asked, at_once }) : new Map<number, number>()
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: nextAddress() })
  const times: number[] = []
  let memory = 0
  while (performance.now() < until) {
    const begun = performance.now()
    const { status } = await ask(agent, PORT, me)
    if (status !== 200) throw new Error(`/api/me answers ${status}`)
    times.push(performance.now() - begun)
    memory = Math.max(memory, await residentBytes(pid))
    await pause(LOOK_EVERY_MS)
  }
  agent.destroy()
  const counts = await attack
  const ms = (share: number) => formatNumber(quantile(times, share), 1)
  const answers = [...counts].map(([status, count]) => `${count} × ${status || 'cut'}`).join(', ')
  const delays = `p50 ${ms(0.5)}, p95 ${ms(0.95)}, max ${ms(1)} ms`
  const figure = `${delays}, ${formatNumber(memory / 1e6)} MB`
  return [what + (answers && ` (${answers})`), figure, AIM]
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}
