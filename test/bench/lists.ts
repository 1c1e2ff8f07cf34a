// (k) The first page of every list of the contract, as the console of an admin reads it, over the
// calls of five weeks: copies of a day of the demo, the last days with their routing logs.
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildServer } from '#api/server.ts'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { makeClient, openDatabase } from '#db/database.ts'
import { withDatabase } from '../faults/test-database.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import { secretKeys } from '../support/secret-keys.ts'
import { PASSWORD, writeWeeks } from './five-weeks.ts'
import { countRecords } from './many-calls.ts'
import { formatNumber, type Line, printTable, secondsOf } from './measure.ts'

const RECORDS = Number(process.env.BENCH_RECORDS || 250_000)
const ROUNDS = 15
const AIM = '<= 30 ms'
/** As long as they are kept unless the settings say otherwise. */
const LOGGED_DAYS = 3

export const measureLists = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const database = openDatabase(url, 'bench')
  const client = makeClient(url, 'bench')
  await client.connect()
  try {
    await writeWeeks(url, database, client, RECORDS)
    await writeRoutingLogs(client)
    const count = formatNumber(await countRecords(client))
    printTable(`(k) First pages of all lists, ${count} records`, await timesOfLists(url))
  } finally {
    await client.end()
    await database.destroy()
  }
}

/** One log for each call of the last days, as long as one that the engine has written. */
async function writeRoutingLogs(client: pg.Client): Promise<void> {
  await client.query(
    `insert into routing_log (started_at, call_id, steps)
    select r.started_at, r.call_id, l.steps from call_record r,
      (select steps from routing_log order by length(steps::text) limit 1
        offset (select count(*) / 2 from routing_log)) l
    where r.is_last and r.started_at > now() - interval '${LOGGED_DAYS} days'`,
  )
  await client.query('vacuum analyze')
}

async function timesOfLists(url: string): Promise<Line[]> {
  const database = openDatabase(url, 'bench')
  const sessionDatabase = openDatabase(url, 'bench', 3)
  const app = await buildServer({
    database,
    sessionDatabase,
    sessionKey: 'a key of a benchmark that is long enough',
    secretKeys,
    clock: SYSTEM_CLOCK,
  })
  try {
    const get = await signIn(app)
    const lines: Line[] = []
    for (const [, endpoint] of ENDPOINTS) {
      const path = endpoint.list && (await pathOf(endpoint, get))
      if (path) lines.push([endpoint.path, await timeOf(() => get(path)), AIM])
    }
    return lines
  } finally {
    await app.close()
    await database.destroy()
    await sessionDatabase.destroy()
  }
}

interface Answer {
  readonly status: number
  readonly rows: readonly { readonly id?: number }[]
}
type Get = (path: string) => Promise<Answer>

async function signIn(app: FastifyInstance): Promise<Get> {
  const payload = {
    username: 'admin',
    password: PASSWORD,
    user_type: 'ADMIN',
    captcha: null,
    remember: false,
  }
  const login = await app.inject({ method: 'POST', url: '/api/login', payload })
  const headers = {
    authorization: `Bearer ${login.json().data.token}`,
    cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
  return async (url) => {
    const { statusCode, json } = await app.inject({ url, headers })
    return { status: statusCode, rows: statusCode === 200 ? json().data : [] }
  }
}

/** With the first thing of the list above, if it is a list of one; none if there is nothing. */
async function pathOf({ path }: Endpoint, get: Get): Promise<string | undefined> {
  const [above, below] = path.split(/\/:\w+/)
  if (below === undefined) return path
  const [first] = (await get(above!)).rows
  return first?.id === undefined ? undefined : `${above}/${first.id}${below}`
}

async function timeOf(read: () => Promise<Answer>): Promise<string> {
  const { status, rows } = await read()
  if (status !== 200) return `answers ${status}`
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await secondsOf(read))
  return `${formatNumber(Math.min(...times) * 1000, 1)} ms, ${rows.length} rows`
}
