import { expect, test } from 'vitest'
import { apiForFile, loginOf } from '#test/support/api.ts'
import { changeRows } from '#test/support/rows.ts'
import { resetAdmin } from './admin-reset.ts'

const api = apiForFile()

test('a lost password is replaced on the command line, and that is in the log', async () => {
  await changeRows(
    api,
    'console_user',
    { username: 'admin' },
    { status: 'blocked', has_all_rights: false, expires_at: '2020-01-01T00:00:00.000Z' },
  )
  const at = new Date(api.clock.now).toISOString()
  const reset = await resetAdmin(api.database, 'ADMIN', at)
  expect(reset?.username).toBe('admin')
  const login = await api.app.inject(loginOf({ password: reset?.password }))
  expect(login.statusCode, login.body).toBe(200)
  expect((await api.admin.send({ url: '/api/me' })).statusCode).toBe(401)
  const noted = await api.database
    .selectFrom('activity_log')
    .where('username', '=', 'command line')
    .select(['entity_name', 'changes'])
    .execute()
  expect(noted).toEqual([
    {
      entity_name: 'admin',
      changes: {
        password: ['•••', '•••'],
        has_all_rights: [false, true],
        second_factor: [false, false],
      },
    },
  ])
})

test('an unknown name resets nothing', async () => {
  expect(await resetAdmin(api.database, 'nobody', new Date().toISOString())).toBeUndefined()
})
