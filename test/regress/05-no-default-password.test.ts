// Others shipped a known admin password, or kept passwords as plain hashes.
import { expect, test } from 'vitest'
import { ensureFirstAdmin } from '#supervisor/first-admin.ts'
import { freshDatabase } from '../support/database.ts'

test('a new database has no user, and the first gets a password that is made for it', async () => {
  const { database, close } = await freshDatabase()
  const users = () =>
    database.selectFrom('console_user').select(['username', 'password_hash']).execute()
  try {
    expect(await users()).toEqual([])
    const config = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: undefined }
    const first = await ensureFirstAdmin(database, config)
    expect(first?.generated_password).toMatch(/^[a-z2-9]{20}$/)
    const [admin, ...others] = await users()
    expect(others).toEqual([])
    expect(admin?.password_hash).toMatch(/^\$argon2id\$/)

    // 41: a cloud image of another product set the admin's password again at each start.
    for (let start = 0; start < 5; start++) {
      expect(await ensureFirstAdmin(database, config)).toBeUndefined()
    }
    expect(await users()).toEqual([admin])
  } finally {
    await close()
  }
})
