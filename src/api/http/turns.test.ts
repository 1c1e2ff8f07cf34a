// One user with many queries or exports, while others work: a lock holds the queries.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listRoutingErrors } from '#contract/calls/routing-logs.ts'
import { listAuthFailures } from '#contract/machine/auth-failures.ts'
import { listActivities } from '#contract/people/activities.ts'
import { me } from '#contract/people/session.ts'
import { listTimeWindows } from '#contract/routing/time-windows.ts'
import { apiForFile, loginOf } from '#test/support/api.ts'
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
    const asked = Array.from({ length: 4 }, () =>
      api.admin.send({ method: 'GET', url: '/api/logs/auth-failures?format=csv' }),
    )
    exports = Promise.all(asked.map(async (one) => answers.push((await one).statusCode)))
    expect((await Promise.any(asked)).statusCode).toBe(429)
    // An export keeps no turn of a query.
    expect((await api.admin.call(listActivities, { query: {} })).status).toBe(200)
  })
  await exports
  expect(answers.toSorted()).toEqual([200, 200, 200, 429])
})

test('who waits too long is sent away, and the next turn goes to a user who has room', async () => {
  const limits = { refusal_ms: 0, at_once: 1, at_once_in_all: 2, waiting: 5, message: 'Wait.' }
  const turns = new Turns({ ...limits, wait_ms: 20 })
  const end = await turns.take(1)
  await expect(turns.take(1)).rejects.toThrow('Wait.')
  const patient = new Turns({ ...limits, wait_ms: 60_000 })
  const [first, second] = [await patient.take(1), await patient.take(2)]
  const order: string[] = []
  const waiting = [
    patient.take(1).then((done) => order.push('1') && done()),
    patient.take(3).then((done) => order.push('3') && done()),
  ]
  second()
  await waiting[1]
  first()
  await waiting[0]
  expect(order).toEqual(['3', '1'])
  end()
  expect(await turns.take(1)).toBeTypeOf('function')
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
