// Kinds of columns, as they are read and written.
import type { ColumnType, Generated } from 'kysely'
import type { Money, Sum } from '#core/money.ts'

/** Read as ISO text in UTC; written as such, or left to the database. */
export type Instant = ColumnType<string, string, string>

export type Stamp = ColumnType<string, string | undefined, string>

export type Id = Generated<number>

export type Word<T extends string> = ColumnType<T, T, T>

export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** A sum of amounts may exceed the range of a number: it is read with `asSum`. */
export type Accumulated = ColumnType<unknown, Money | Sum | undefined, Money | Sum>

export interface Stamped {
  created_at: Stamp
  updated_at: Stamp
}
