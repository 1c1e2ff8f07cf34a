// The first user of a new switch, who creates the others.
import { hash } from '@node-rs/argon2'
import { isGuessable } from '#core/guessable.ts'
import type { Database } from '#db/database.ts'
import { hasAdmin, insertUser } from '#db/people/users.ts'
import { type Config, ConfigError } from './config.ts'
import { randomLetters } from './random.ts'

/** Argon2id as the API uses it; each hash contains its parameters, so they may change later. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Without signs that look alike, for it is read from a screen. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 20

export const makePassword = (): string => randomLetters(LETTERS, LENGTH)

/** Makes the admin if there is none, and answers the password if it was ours to choose. */
export async function ensureFirstAdmin(
  database: Database,
  config: Pick<Config, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>,
): Promise<{ username: string; generated_password: string | undefined } | undefined> {
  const generated = config.ADMIN_PASSWORD ? undefined : makePassword()
  const password_hash = await hash(config.ADMIN_PASSWORD ?? generated ?? '', COST)
  return await database.transaction().execute(async (tx) => {
    if (await hasAdmin(tx)) return undefined
    const { ADMIN_USERNAME, ADMIN_PASSWORD } = config
    if (ADMIN_PASSWORD !== undefined && isGuessable(ADMIN_PASSWORD, [ADMIN_USERNAME])) {
      throw new ConfigError('ADMIN_PASSWORD is easy to guess: choose another one')
    }
    await insertUser(tx, {
      username: config.ADMIN_USERNAME,
      password_hash,
      type: 'ADMIN',
      account_id: null,
      status: 'active',
      has_all_rights: true,
    })
    return { username: config.ADMIN_USERNAME, generated_password: generated }
  })
}
