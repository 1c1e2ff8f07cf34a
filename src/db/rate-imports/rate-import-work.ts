// The reads and writes of the worker of rate imports around its work.
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Fx, Percent } from '#core/money.ts'
import {
  AFTER_WORK,
  type ImportOptions,
  type WorkedImportState,
} from '#core/rate-import/import-options.ts'
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import type { RateChange } from '#core/rate-import/rate-change.ts'
import type { SqlConnection } from '../database.ts'

export interface ImportWork extends ImportOptions {
  readonly id: number
  readonly tariff_id: number
  readonly state: WorkedImportState
  readonly file_size: number
  readonly layout: RateFileLayout
  /** In place of a file. */
  readonly rate_change: RateChange | null
  /** Whose tariff it is. */
  readonly owner_id: number
  readonly tariff_kind: 'SELL' | 'BUY' | 'RESELLER_COST'
  readonly currency: string
  readonly fx: Fx
  readonly large_percent: Percent
}

/** The oldest import that has work. */
export async function findImportWork(connection: SqlConnection): Promise<ImportWork | undefined> {
  const { rows } = await connection.query<ImportWork>(
    `select i.id, i.tariff_id, i.state, i.file_size, i.layout, i.rate_change, i.mode, i.effective,
      i.starts_at, i.notice_days, i.large_percent, t.owner_id, t.kind as tariff_kind,
      t.currency, c.rate as fx
    from rate_import i join tariff t on t.id = i.tariff_id join currency c on c.code = t.currency
    where i.state in ('PREVIEWING', 'APPLYING', 'UNDOING') order by i.id limit 1`,
  )
  return rows[0]
}

/** False if it was stopped meanwhile. */
export async function noteImportProgress(
  connection: SqlConnection,
  { id, state }: Pick<ImportWork, 'id' | 'state'>,
  progress: number,
): Promise<boolean> {
  const { rows } = await connection.query(
    'update rate_import set progress = $3 where id = $1 and state = $2 returning id',
    [id, state, progress],
  )
  return rows.length === 1
}

/** Back to the state before the work, with the reason. */
export async function failImport(
  connection: SqlConnection,
  { id, state }: Pick<ImportWork, 'id' | 'state'>,
  error: string,
): Promise<void> {
  await connection.query(
    `with failed as (update rate_import set state = $3, progress = 0, error = $4
      where id = $1 and state = $2 returning id::text)
    select note_end_of_work('rate_import', id, $2, $3, $4) from failed`,
    [id, state, AFTER_WORK[state].failed, error],
  )
}

interface TariffWorth {
  readonly id: number
  readonly fx: Fx
}

/** The tariffs of the operator by which clients and resellers are charged. */
export async function listSellTariffs(connection: SqlConnection): Promise<TariffWorth[]> {
  const { rows } = await connection.query<TariffWorth>(
    `select t.id, c.rate as fx from tariff t join currency c on c.code = t.currency
    where t.owner_id = ${OPERATOR_ID} and t.deleted_at is null and t.kind <> 'BUY'
      and (exists (select from account a
        where a.tariff_id = t.id and a.deleted_at is null)
      or exists (select from client_ip i join account a on a.id = i.account_id
        where i.tariff_id = t.id and a.deleted_at is null))
    order by t.id`,
  )
  return rows
}

/**
 * The tariffs by which calls cost the owner of a tariff: those of settlement accounts for the
 * operator, for a reseller the one by which it is charged.
 */
export async function listCostTariffs(
  connection: SqlConnection,
  owner_id: number,
): Promise<TariffWorth[]> {
  const { rows } = await connection.query<TariffWorth>(
    `select t.id, c.rate as fx from tariff t join currency c on c.code = t.currency
    where t.id in (select tariff_id from account where deleted_at is null
      and case when $1 = ${OPERATOR_ID} then kind = 'SETTLEMENT' else id = $1 end)
    order by t.id`,
    [owner_id],
  )
  return rows
}
