// The logo of the operator: one row, or none. Everyone sees it, also before the login.
import type { LogoType } from '#core/logo.ts'
import type { Database, Tx } from '../database.ts'

export interface Logo {
  readonly type: LogoType
  readonly bytes: Buffer
  readonly hash: string
}

/** The hash that its address ends with. */
export async function findLogoHash(database: Database): Promise<string | null> {
  const row = await database.selectFrom('logo').select('hash').executeTakeFirst()
  return row?.hash ?? null
}

export async function findLogo(database: Database, hash: string): Promise<Logo | undefined> {
  return database
    .selectFrom('logo')
    .where('hash', '=', hash)
    .select(['type', 'bytes', 'hash'])
    .executeTakeFirst()
}

export async function findCurrentLogo(database: Database): Promise<Logo | undefined> {
  return database.selectFrom('logo').select(['type', 'bytes', 'hash']).executeTakeFirst()
}

export async function writeLogo(tx: Tx, logo: Logo): Promise<void> {
  await tx
    .insertInto('logo')
    .values({ id: 1, ...logo })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(logo))
    .execute()
}

export async function deleteLogo(tx: Tx): Promise<void> {
  await tx.deleteFrom('logo').execute()
}
