// The period that a carrier's file is compared in: its days, unless a user has set others.
import type pg from 'pg'
import type { FileDay } from '#core/reconciliation/file-period.ts'
import type { CallFileLayout, ReconciliationOptions } from '#core/reconciliation/reconciliation.ts'

interface ReadAs {
  readonly layout: CallFileLayout
  readonly options: ReconciliationOptions
}

export interface ReconciliationPeriod {
  readonly from_at: string
  readonly until_at: string
}

/** How many rows the file has of each day, in the zone of its times. */
export async function listFileDays(
  client: pg.Client,
  { layout, options }: ReadAs,
): Promise<FileDay[]> {
  const [day, values] =
    layout.content === 'DAYS'
      ? ['key::date', []]
      : ['(to_timestamp(at) at time zone $1)::date', [options.time_zone]]
  const { rows } = await client.query<FileDay>(
    `select (${day})::text as day, count(*)::integer as rows
    from reconciliation_stage where reason = '' group by 1 order by 1`,
    values,
  )
  return rows.filter(({ day }) => day !== null)
}

/** From the beginning of the first day to the end of the last one. */
export async function findPeriod(
  client: pg.Client,
  { options }: ReadAs,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<ReconciliationPeriod> {
  const { rows } = await client.query<ReconciliationPeriod>(
    `select $2::timestamp at time zone $1 as from_at,
      ($3::timestamp + interval '1 day') at time zone $1 as until_at`,
    [options.time_zone, first, last],
  )
  return rows[0] as ReconciliationPeriod
}
