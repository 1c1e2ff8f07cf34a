// Fields of a form that refer to a row: it is there, and stays until the transaction ends.
import { type Kept, lockRow, lockRows } from '#db/crud.ts'
import type { Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { badField, Problem } from '../http/problem.ts'

/** The row that a field names; undefined where it names none. */
export async function lockReferred<T extends Kept>(
  tx: Tx,
  scope: Scope,
  table: T,
  field: string,
  id: number | null,
): ReturnType<typeof lockRow<T>> {
  if (id === null) return undefined
  const row = await lockRow(tx, scope, table, id)
  if (!row) throw badField(field, `This ${table.replaceAll('_', ' ')} does not exist.`)
  return row
}

/** A field by its path in the form. */
export interface Reference {
  readonly path: string
  readonly id: number | null
}

/** Fields whose rows are not among those that `lock` finds are refused. */
export async function lockAllReferred(
  references: readonly Reference[],
  what: string,
  lock: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<void> {
  const ids = references.flatMap(({ id }) => id ?? [])
  const existing = await lock([...new Set(ids)])
  const missing = references.filter(({ id }) => id !== null && !existing.has(id))
  if (missing.length === 0) return
  const fields = Object.fromEntries(
    missing.map(({ path }) => [path, `This ${what} does not exist.`]),
  )
  throw new Problem('bad-input', { fields })
}

/** The same, where any row of the table will do. */
export const lockAllRows = (
  tx: Tx,
  scope: Scope,
  table: Kept,
  references: readonly Reference[],
): Promise<void> =>
  lockAllReferred(references, table.replaceAll('_', ' '), (ids) => lockRows(tx, scope, table, ids))
