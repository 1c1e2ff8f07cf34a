// The sums of the rows of a partition, for the manifest of its export.
import type { SqlConnection } from '../database.ts'
import type { Removal } from './partition-removals.ts'

export interface CurrencySum {
  readonly column: string
  /** Empty for columns in the system currency. */
  readonly currency: string
  /** The column with the currency, or an empty text. */
  readonly currency_column: string
  readonly sum: bigint
}

/** Columns with money, and the column of their currency. */
const MONEY: Readonly<Record<string, readonly (readonly [column: string, currency: string])[]>> = {
  call_record: [
    ['sell_amount', 'sell_currency'],
    ['buy_amount', 'buy_currency'],
    ['revenue', `''`],
    ['cost', `''`],
  ],
  call_charge: [
    ['amount', 'currency'],
    ['net', 'currency'],
    ['vat', 'currency'],
  ],
}

export async function sumMoney(
  client: SqlConnection,
  { name, parent }: Pick<Removal, 'name' | 'parent'>,
): Promise<CurrencySum[]> {
  const sums: CurrencySum[] = []
  for (const [column, currency] of MONEY[parent] ?? []) {
    const { rows } = await client.query<Omit<CurrencySum, 'currency_column'>>(
      `select '${column}' as column, ${currency} as currency, sum(${column}) as sum
        from ${name} group by 2 having sum(${column}) <> 0 order by 2`,
    )
    sums.push(...rows.map((row) => ({ ...row, currency_column: currency })))
  }
  return sums
}
