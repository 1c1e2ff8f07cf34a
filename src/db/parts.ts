// Several changes, each written for a transaction of its own, as parts of one.
import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

/** A database whose transactions are this one. */
export const joining = (tx: Tx): Database =>
  new Proxy<Database>(tx, {
    get(target, name) {
      if (name === 'transaction') {
        return () => ({ execute: <T>(work: (tx: Tx) => Promise<T>) => work(tx) })
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Nothing remains of a part that throws, or that is not kept: no row, no lock, no signal. */
export async function part(tx: Tx, work: () => Promise<unknown>, is_kept: boolean): Promise<void> {
  await sql`savepoint part`.execute(tx)
  let isDone = false
  try {
    await work()
    isDone = true
  } finally {
    if (!isDone || !is_kept) await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
  }
}
