import { sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { TranslationRule } from '#core/number/translation.ts'
import { insertRow, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { usedByCount } from '../references.ts'
import { inScope, type Scope } from '../scope.ts'

const translations = (database: Database, scope: Scope) =>
  database
    .selectFrom('translation as t')
    .where('t.deleted_at', 'is', null)
    .where(inScope(scope, 't.owner_id'))
    .select(['t.id', 't.version', 't.name', 't.description', 't.status'])
    .select(['t.created_at', 't.updated_at'])
    .select(sql<number>`jsonb_array_length(t.rules)`.as('rules_count'))
    .select(usedByCount('translation', sql`t.id`).as('used_by_count'))

const SORTS = {
  name: sql`lower(t.name)`,
  status: sql`t.status`,
  rules_count: sql`rules_count`,
  used_by_count: sql`used_by_count`,
  created_at: sql`t.created_at`,
}

interface TranslationQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: 'active' | 'blocked' | undefined
}

export async function listTranslations(database: Database, scope: Scope, query: TranslationQuery) {
  const select = translations(database, scope)
    .where(hasText(query.q, 't.name', 't.description'))
    .where(hasValues({ 't.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`t.id`)
}

/** With its rules. */
export async function findTranslation(database: Database, scope: Scope, id: number) {
  return translations(database, scope).where('t.id', '=', id).select('t.rules').executeTakeFirst()
}

interface TranslationValues {
  readonly name: string
  readonly description: string
  readonly status: 'active' | 'blocked'
  readonly rules: readonly TranslationRule[]
}

const asRow = (one: TranslationValues) => ({ ...one, rules: JSON.stringify(one.rules) })

export const insertTranslation = (tx: Tx, translation: TranslationValues): Promise<number> =>
  insertRow(tx, 'translation', { ...asRow(translation), owner_id: OPERATOR_ID })

/** False if the row has changed since `version` was read. */
export const updateTranslation = (
  tx: Tx,
  id: number,
  version: number,
  translation: TranslationValues,
): Promise<boolean> => updateVersion(tx, 'translation', id, version, asRow(translation))

export const deleteTranslation = (tx: Tx, id: number, at: string): Promise<void> =>
  markDeleted(tx, 'translation', id, at)
