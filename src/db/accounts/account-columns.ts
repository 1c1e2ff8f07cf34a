// The parts that the lists of clients, resellers and settlement accounts have in common: the
// columns of the account `a`, of its balance `b` and its tariff `t`, and the filters.
import { type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Sum } from '#core/money.ts'
import { hasText, hasValues, type ListQuery } from '../paging.ts'
import { SERVER_ZONE } from '../settings.ts'
import { AVAILABLE, asSum } from '../sums.ts'
import type { AccountTable } from '../tables/accounts.ts'

/** The columns that the forms of all accounts fill in, without parent, tariff and currency. */
export const PROFILE_COLUMNS = [
  'name',
  'status',
  'company',
  'address',
  'country_iso2',
  'tax_number',
  'noc_email',
  'billing_email',
  'rates_email',
  'phone',
  'notes',
  'billing_type',
  'vat_percent',
  'channel_limit',
  'cps_limit',
] as const satisfies readonly (keyof AccountTable)[]

/** How they are billed; what a form does not have stays as it is. */
export const BILLING_COLUMNS = [
  'billing_cycle',
  'billing_timezone',
  'payment_terms_days',
] as const satisfies readonly (keyof AccountTable)[]

const ROW_COLUMNS = ['id', 'version', 'currency', 'created_at', 'updated_at'] as const
export const ACCOUNT_COLUMNS = [
  ...[...ROW_COLUMNS, ...PROFILE_COLUMNS, ...BILLING_COLUMNS].map(
    (column) => `a.${column}` as const,
  ),
  't.id as tariff_id',
  't.name as tariff_name',
] as const

/** Spending counts for the day stored in the balance, and its month. */
const today = sql`(now() at time zone ${SERVER_ZONE})`
export const SPENT_TODAY = sql<Sum>`case when b.spent_day = ${today}::date
  then b.spent_today else 0 end::numeric`
export const SPENT_THIS_MONTH = sql<Sum>`case when
  date_trunc('month', b.spent_day) = date_trunc('month', ${today}::date)
  then b.spent_this_month else 0 end::numeric`

/** The reseller above, for the console: null is the operator. */
export const parentIdOf = (parent_id: string) =>
  sql<number | null>`nullif(${sql.ref(parent_id)}, ${OPERATOR_ID})`

const parentName = sql<string | null>`(
  select name from account where id = ${parentIdOf('a.parent_id')})`

/**
 * The columns of clients and resellers, who pay for calls and are children of the operator or of a
 * reseller.
 */
export const PAYER_COLUMNS = [
  asSum('b.balance').as('balance'),
  asSum('b.held').as('held'),
  AVAILABLE.as('available'),
  'b.credit_limit',
  'b.daily_spend_limit',
  'b.monthly_spend_limit',
  SPENT_TODAY.as('spent_today'),
  SPENT_THIS_MONTH.as('spent_this_month'),
  parentIdOf('a.parent_id').as('parent_id'),
  parentName.as('parent_name'),
] as const

export interface AccountQuery<S extends string> extends ListQuery<S> {
  readonly status?: AccountTable['status'] | undefined
  readonly parent_id?: number | undefined
  readonly tariff_id?: number | undefined
  readonly billing_type?: AccountTable['billing_type'] | undefined
}

export const accountFilters = (query: AccountQuery<string>): RawBuilder<boolean> =>
  hasValues({
    'a.status': query.status,
    'a.parent_id': query.parent_id,
    'a.tariff_id': query.tariff_id,
    'a.billing_type': query.billing_type,
  })

/** A condition: the account, or its portal login `u`, has the text. */
export const isAccountNamed = (q: string | undefined): RawBuilder<boolean> =>
  hasText(q, 'a.name', 'a.company', 'u.username')
