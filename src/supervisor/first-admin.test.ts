import { expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { ConfigError } from './config.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const fresh = databaseForFile()

const ensure = (ADMIN_PASSWORD: string | undefined, ADMIN_USERNAME = 'admin') =>
  ensureFirstAdmin(fresh.database, { ADMIN_USERNAME, ADMIN_PASSWORD })

test('the first admin is not made with a password that is easy to guess', async () => {
  for (const password of ['administrator1', 'softswitch2026', 'nightwatch123']) {
    await expect(ensure(password, 'nightwatch')).rejects.toThrow(ConfigError)
  }
  const users = await fresh.database.selectFrom('console_user').selectAll().execute()
  expect(users).toEqual([])
})

test('the first admin is made with a good one, after which none is looked at', async () => {
  const made = await ensure('a quiet carrier at noon')
  expect(made).toEqual({ username: 'admin', generated_password: undefined })
  expect(await ensure('administrator1')).toBeUndefined()
})
