// Reads sums: a number may not hold one.
import { type RawBuilder, sql } from 'kysely'
import type { Sum } from '#core/money.ts'

/** A column of sums. PostgreSQL returns numeric, which arrives exactly. */
export const asSum = (column: string): RawBuilder<Sum> => sql<Sum>`${sql.ref(column)}::numeric`

/** The amount that can still be spent, of the row `b` of account_balance. */
export const AVAILABLE = sql<Sum>`(b.balance::numeric + b.credit_limit - b.held - b.lent)`
