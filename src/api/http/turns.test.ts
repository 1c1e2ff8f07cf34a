// Users with many queries or exports, while others work: a lock holds the queries.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { listRoutingErrors } from '#contract/calls/routing-logs.ts'
import { listAuthFailures } from '#contract/machine/auth-failures.ts'
import { listActivities } from '#contract/people/activities.ts'
import { me } from '#contract/people/session.ts'
import { listTimeWindows } from '#contract/routing/time-windows.ts'
import { apiForFile, loginOf } from '#test/support/api.ts'
import { addPortalLogins } from '#test/support/configuration.ts'
import { signInAdmin } from '#test/support/people.ts'
import { countLockWaits } from '#test/support/rows.ts'
import { EXPORT, EXPORTING, listenWithManyRows, openUnread } from '#test/support/unread-export.ts'
import { Turns } from './turns.ts'

const api = apiForFile()

/** Runs `work` while all others wait for the table. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  await api.database.transaction().execute(async (tx) => {
    await sql`lock table ${sql.ref(table)} in access exclusive mode`.execute(tx)
    await work()
  })
}

test('a login and the own user answer while lists take every connection', async () => {
  let lists: Promise<unknown> = Promise.resolve()
  await whileLocked('time_window', async () => {
    lists = Promise.all(
      Array.from({ length: 12 }, () => api.admin.call(listTimeWindows, { query: {} })),
    )
    expect((await api.app.inject(loginOf())).statusCode).toBe(200)
    expect((await api.admin.call(me, {})).status).toBe(200)
  })
  await lists
})

test('two large queries of a user run, ten wait, and more are sent away', async () => {
  await sql`insert into console_user (username, password_hash, type, status, has_all_rights)
    select 'other', password_hash, type, status, has_all_rights from console_user
    where username = 'admin'`.execute(api.database)
  const other = await api.signIn('other', 'ADMIN')
  const answers: number[] = []
  let lists: Promise<unknown> = Promise.resolve()
  await whileLocked('auth_failure', async () => {
    const asked = Array.from({ length: 14 }, () => api.admin.call(listAuthFailures, { query: {} }))
    lists = Promise.all(asked.map(async (one) => answers.push((await one).status)))
    const [refused] = await Promise.all([
      Promise.any(asked),
      other.call(listActivities, { query: {} }),
    ])
    expect(refused).toMatchObject({ status: 429, problem: { code: 'too-many-tries' } })
    expect(refused.response.headers['retry-after']).toBe('5')
    expect(refused.problem.message).toContain('other queries are still running')
  })
  await lists
  expect(answers.toSorted()).toEqual([...Array(12).fill(200), 429, 429])
})

test('one export of a user runs, two wait, and more are sent away', async () => {
  const answers: number[] = []
  let exports: Promise<unknown> = Promise.resolve()
  await whileLocked('auth_failure', async () => {
    const asked = Array.from({ length: 4 }, () => api.admin.send({ method: 'GET', url: EXPORT }))
    exports = Promise.all(asked.map(async (one) => answers.push((await one).statusCode)))
    expect((await Promise.any(asked)).statusCode).toBe(429)
    // An export keeps no turn of a query.
    expect((await api.admin.call(listActivities, { query: {} })).status).toBe(200)
  })
  await exports
  expect(answers.toSorted()).toEqual([200, 200, 200, 429])
})

/** As a user of an account in a tree. */
const holder = (user_id: number, account_id: number, tree_id: number) => ({
  user_id,
  account_id,
  tree_id,
})
const shares = (user: number, account: number, tree: number, all: number) => ({
  user,
  account,
  tree,
  switch: all,
})
const NONE_WAIT = { waiting: shares(0, 0, 0, 0), refusal_ms: 0, things: 'queries' } as const
const ALL_WAIT = { ...NONE_WAIT, waiting: shares(9, 9, 9, 9) }

test('each has room where the narrower share is full, and a refusal says whose it is', async () => {
  const turns = new Turns({ ...NONE_WAIT, at_once: shares(1, 2, 3, 4) })
  const refusals: string[] = []
  const take = async (...whose: [number, number, number]) => {
    const end = await turns.take(holder(...whose)).catch((problem: Error) => problem.message)
    if (typeof end === 'string') refusals.push(end.replace(/ are still running.*/, ''))
    return end
  }
  await take(1, 10, 100)
  await take(1, 10, 100)
  await take(2, 10, 100)
  await take(3, 10, 100)
  await take(4, 20, 100)
  await take(5, 30, 100)
  const end = await take(6, 40, 200)
  await take(7, 50, 300)
  expect(refusals).toEqual([
    'Your other queries',
    'The queries of your colleagues',
    'The queries of accounts beside or below yours',
    'The queries of other accounts',
  ])
  if (typeof end === 'function') end()
  expect(await take(7, 50, 300)).toBeTypeOf('function')
})

test('the next turn is of the tree that runs least, and to wait too long is refused', async () => {
  const turns = new Turns({ ...ALL_WAIT, at_once: shares(3, 3, 3, 3) })
  const ends = [
    await turns.take(holder(1, 10, 100)),
    await turns.take(holder(1, 10, 100)),
    await turns.take(holder(2, 20, 200)),
  ]
  const order: string[] = []
  const wait = async (name: string, ...whose: [number, number, number]) => {
    const end = await turns.take(holder(...whose))
    order.push(name)
    end()
  }
  const waiting = [
    wait('a tree with two', 1, 10, 100),
    wait('a tree with one', 2, 20, 200),
    wait('another tree', 4, 30, 300),
  ]
  ends[1]?.()
  await Promise.all(waiting)
  expect(order).toEqual(['another tree', 'a tree with two', 'a tree with one'])

  const hasty = new Turns({ ...ALL_WAIT, at_once: shares(1, 1, 1, 1), wait_ms: 20 })
  const end = await hasty.take(holder(1, 10, 100))
  await expect(hasty.take(holder(2, 20, 200))).rejects.toThrow('The queries of other accounts')
  end()
  expect(await hasty.take(holder(2, 20, 200))).toBeTypeOf('function')
})

test('a request whose client has gone waits no more, and leaves its place to others', async () => {
  const turns = new Turns({
    ...NONE_WAIT,
    at_once: shares(1, 1, 1, 1),
    waiting: shares(1, 1, 1, 1),
  })
  const end = await turns.take(holder(1, 10, 100))
  const client = new AbortController()
  const abandoned = turns.take(holder(1, 10, 100), client.signal)
  client.abort()
  await expect(abandoned).rejects.toThrow('Your other queries')
  await expect(turns.take(holder(1, 10, 100), client.signal)).rejects.toThrow()
  const next = turns.take(holder(1, 10, 100))
  end()
  expect(await next).toBeTypeOf('function')
})

test('exports that their clients give up while they wait leave room for the next one', async () => {
  const url = `${EXPORT}&rows=page&limit=10`
  let last: Promise<{ statusCode: number }> | undefined
  const gaveUp: Promise<unknown>[] = []
  await whileLocked('auth_failure', async () => {
    for (let count = 0; count < 5; count++) {
      const client = new AbortController()
      const asked = api.admin.send({ method: 'GET', url, signal: client.signal })
      gaveUp.push(expect(asked).rejects.toThrow('abort'))
      // The first one waits for the table, the others for the first one.
      await vi.waitFor(async () => expect(await countLockWaits(api)).toBe(1))
      expect((await api.admin.call(me, {})).status).toBe(200)
      client.abort()
    }
    last = api.admin.send({ method: 'GET', url })
    expect((await api.admin.call(me, {})).status).toBe(200)
  })
  await Promise.all(gaveUp)
  expect((await last)?.statusCode).toBe(200)
})

test('exports that are not read leave room for other accounts', async () => {
  const port = await listenWithManyRows(api)
  const open = async (name: string) =>
    openUnread(port, await signInAdmin(api, name, { permissions: EXPORTING }))
  const sockets = await Promise.all(['ada', 'ben', 'cal'].map(open))
  await addPortalLogins(api)
  const client = await api.signIn('acme', 'CLIENT')
  const others = await client.send({ method: 'GET', url: '/api/cdr?format=csv' })
  expect(others.statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('a search reads a quarter of a year at once, or numbers by their first digits', async () => {
  const search = (query: object) => api.admin.call(listRoutingErrors, { query })
  const years = { from: '2016-01-01T00:00', to: '2026-11-25T00:00' }
  const refused = await search({ q: '4420', ...years })
  expect(refused.status).toBe(400)
  expect(refused.problem.message).toContain('at most 92 days')
  const dates = { from: '2026-01-01T00:00', to: '2026-04-03T00:00' }
  for (const query of [{ q: '4420', ...dates }, { called_number: ['4420'], ...years }, years]) {
    expect((await search(query)).status).toBe(200)
  }
})
