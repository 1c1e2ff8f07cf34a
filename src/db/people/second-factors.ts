// The second factor of a user, and the recovery codes for a lost phone.
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'

export async function findSecondFactor(database: Database, user_id: number) {
  return database
    .selectFrom('second_factor')
    .where('user_id', '=', user_id)
    .select(['secret', 'confirmed_at', 'last_step'])
    .executeTakeFirst()
}

/** Replaces one that was never confirmed. */
export async function beginSecondFactor(tx: Tx, user_id: number, secret: string): Promise<void> {
  await tx
    .insertInto('second_factor')
    .values({ user_id, secret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, last_step: 0 })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .execute()
}

/** False if another secret was made since, or this one counts already. */
export async function confirmSecondFactor(
  tx: Tx,
  user_id: number,
  secret: string,
  at: string,
): Promise<boolean> {
  const confirmed = await tx
    .updateTable('second_factor')
    .set({ confirmed_at: at })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** False if this code, or a newer one, was used before. */
export async function redeemTimeStep(
  database: Database,
  user_id: number,
  step: number,
): Promise<boolean> {
  const used = await database
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** False if the user has no such code left. */
export async function redeemRecoveryCode(
  database: Database,
  user_id: number,
  code_hash: Buffer,
  at: string,
): Promise<boolean> {
  const used = await database
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function replaceRecoveryCodes(
  tx: Tx,
  user_id: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute()
}

export async function countRecoveryCodes(database: Database, user_id: number): Promise<number> {
  const { count } = await database
    .selectFrom('recovery_code')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** False if there was none that counted. */
export async function removeSecondFactor(tx: Tx, user_id: number): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  const removed = await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .executeTakeFirst()
  return (removed?.confirmed_at ?? null) !== null
}

/** Whether the user `u` must have one: by the setting, or by one of its permission groups. */
export const mustHaveSecondFactor = sql<boolean>`(
  exists (select from setting where key = 'general' and (value ->> 'second_factor_for' = 'EVERYONE'
    or value ->> 'second_factor_for' = 'ADMINS' and u.type = 'ADMIN'))
  or exists (select from user_permission_group m join permission_group g on g.id = m.group_id
    where m.user_id = u.id and g.deleted_at is null and g.requires_second_factor))`

export const hasSecondFactor = sql<boolean>`exists (
  select from second_factor f where f.user_id = u.id and f.confirmed_at is not null)`
