// Entries of the activity log that are no changes, and that its rows cannot be changed.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changePassword } from '#contract/people/session.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { apiForFile } from '#test/support/api.ts'
import { addList } from '#test/support/route-lists.ts'

const api = apiForFile()

const log = () => api.database.selectFrom('activity_log').selectAll().orderBy('id').execute()

test('rows of the log are added and never changed, whoever asks', async () => {
  const before = await log()
  expect(before.length).toBeGreaterThan(0)
  for (const change of [
    sql`update activity_log set username = 'nobody'`,
    sql`delete from activity_log`,
    sql`truncate activity_log`,
    sql`truncate activity_log, console_user cascade`,
  ]) {
    await expect(change.execute(api.database)).rejects.toThrow('activity_log is append-only')
  }
  expect(await log()).toEqual(before)
})

test('a password that was not changed leaves who tried, and nothing of what', async () => {
  const body = { current_password: 'wrong', new_password: 'another good password' }
  expect((await api.admin.call(changePassword, { body })).status).toBe(400)
  expect((await log()).at(-1)).toMatchObject({
    action: 'REFUSED',
    entity: 'user',
    username: 'admin',
    ip: '127.0.0.1',
    changes: { password: ['•••', '•••'] },
  })
  const failure = await api.database.selectFrom('auth_failure').selectAll().executeTakeFirst()
  expect(failure).toMatchObject({ kind: 'WEB', username: 'admin', reason: 'wrong password' })
  expect(JSON.stringify([await log(), failure])).not.toContain(body.new_password)
})

test('an export is noted, with what was asked for', async () => {
  const query = { format: 'csv', q: 'berlin', sort: '-name' } as const
  expect(
    (await api.admin.send({ url: `/api/tariffs?${new URLSearchParams(query)}` })).statusCode,
  ).toBe(200)
  expect((await log()).at(-1)).toMatchObject({
    action: 'EXPORT',
    entity: 'tariffs',
    entity_name: expect.stringMatching(/^tariffs-[\d-]{10}\.csv$/),
    username: 'admin',
    changes: { format: [null, 'csv'], q: [null, 'berlin'], sort: [null, '-name'] },
  })
  expect((await log()).at(-1)?.changes).not.toHaveProperty('limit')
  const { data } = await addList(api)
  await api.admin.send({ url: `/api/number-lists/${data.id}/items?format=xlsx` })
  expect((await log()).at(-1)).toMatchObject({
    action: 'EXPORT',
    entity: 'items',
    entity_id: String(data.id),
  })
})

test('a list that is looked at is not noted, nor an export that was refused', async () => {
  const before = await log()
  expect((await api.admin.call(listTariffs, {})).status).toBe(200)
  expect((await api.admin.send({ url: '/api/tariffs?format=pdf' })).statusCode).toBe(400)
  expect(await log()).toEqual(before)
})
