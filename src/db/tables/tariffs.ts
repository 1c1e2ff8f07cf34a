// Tariffs and their rates, and how rates come in and go out.
import type { ColumnType, Generated } from 'kysely'
import type { Fx, Percent, Rate } from '#core/money.ts'
import type { DeckSource, NetworkType } from '#core/number/code-deck.ts'
import type {
  EffectiveRule,
  ImportMode,
  RateImportState,
} from '#core/rate-import/import-options.ts'
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import type { RateChange } from '#core/rate-import/rate-change.ts'
import type { HiddenParts, TableRow } from '#core/table-file/table-file.ts'
import type { MarkupRule } from '#core/tariff/mark-up-rate.ts'
import type { NotificationBasis } from '#core/tariff/price-notification.ts'
import type { RateDetails, Step, TariffTerms } from '#core/tariff/terms.ts'
import type { KeptIssuer } from './billing.ts'
import type { Defaulted, Id, Instant, Stamp, Stamped, Word } from './columns.ts'

export interface CurrencyTable extends Stamped {
  code: string
  name: string
  rate: Fx
  is_system: Generated<boolean>
  version: Generated<number>
}

type Rounding = 'UP' | 'DOWN' | 'HALF_UP'

export interface TariffTable extends Stamped, Omit<TariffTerms, 'fx'> {
  id: Id
  owner_id: number
  name: string
  kind: 'SELL' | 'BUY' | 'RESELLER_COST'
  currency: Generated<string>
  status: 'active' | 'blocked'
  loss_protection: boolean
  max_loss_percent: Defaulted<Percent>
  average_duration_seconds: number
  notes: string
  rates_version: Generated<number>
  version: Generated<number>
  deleted_at: Instant | null
}

export interface TariffRateTable extends Stamped, Omit<RateDetails, 'steps'> {
  id: Id
  tariff_id: number
  prefix: string
  rate: Rate
  steps: ColumnType<Step[], string | undefined, string>
  effective_from: Stamp
  effective_until: Instant | null
  notes: string
  version: Generated<number>
  /** The import that added it. */
  import_id: Generated<number | null>
}

/** A tariff whose rates are computed from those of another one. */
export interface TariffMarkupTable extends Stamped {
  tariff_id: number
  parent_id: number
  follows: boolean
  has_past: boolean
  rules: ColumnType<MarkupRule[], string, string>
  decimals: number
  rounding_mode: Rounding
  typed_fx: Fx | null
  parent_fx: Generated<Fx | null>
  own_fx: Generated<Fx | null>
  is_due: Generated<boolean>
  error: Generated<string>
  computed_at: Instant | null
  version: Generated<number>
}

export interface TariffMarkupChangeTable {
  tariff_id: number
  prefix: string
}

export interface CodeDeckEntryTable extends Stamped {
  id: Id
  prefix: string
  country_iso2: string
  destination: string
  network_type: NetworkType
  source: DeckSource
  version: Generated<number>
}

export interface PriceNotificationTable {
  id: Id
  tariff_id: number
  tariff_name: string
  currency: string
  basis: Word<NotificationBasis>
  since: Instant
  is_full: boolean
  account_id: number | null
  new_count: Generated<number>
  increase_count: Generated<number>
  decrease_count: Generated<number>
  changed_count: Generated<number>
  removed_count: Generated<number>
  withdrawn_count: Generated<number>
  unchanged_count: Generated<number>
  issuer: ColumnType<KeptIssuer, string, string>
  created_by: number
  created_at: Stamp
  prepared_at: Instant | null
  failure: Generated<string>
  failures: Generated<number>
  retry_at: Instant | null
}

export interface PriceNotificationRecipientTable {
  notification_id: number
  account_id: number
  name: string
  company: string
  address: string
}

export interface RateImportTable extends Stamped {
  id: Id
  tariff_id: number
  file_name: string
  file_size: Generated<number>
  layout: ColumnType<RateFileLayout | null, string | null | undefined, string | null>
  /** In place of a file. */
  rate_change: ColumnType<RateChange | null, string | undefined, string>
  head: ColumnType<readonly TableRow[], string | undefined, string>
  worksheets: ColumnType<readonly string[], string | undefined, string>
  hidden: ColumnType<HiddenParts, string | undefined, string>
  settlement_id: Generated<number | null>
  mode: Defaulted<ImportMode>
  effective: Defaulted<EffectiveRule>
  starts_at: Instant | null
  notice_days: Generated<number>
  large_percent: Defaulted<Percent>
  state: Defaulted<RateImportState>
  error: Generated<string>
  progress: Generated<number>
  rates_version: Generated<number | null>
  previewed_at: Instant | null
  new_count: Generated<number>
  up_count: Generated<number>
  down_count: Generated<number>
  changed_count: Generated<number>
  unchanged_count: Generated<number>
  removed_count: Generated<number>
  removed_calls: Generated<number>
  removed_seconds: Generated<number>
  invalid_count: Generated<number>
  large_count: Generated<number>
  below_cost_count: Generated<number>
  blocked_count: Generated<number>
  above_sell_count: Generated<number>
  loss_tariffs_count: Generated<number>
  country_conflicts_count: Generated<number>
  country_conflicts_reason: Generated<string>
  has_own_dates: Generated<boolean>
  added_count: Generated<number>
  ended_count: Generated<number>
  created_by: number
  applied_by: number | null
  applied_at: Instant | null
  undone_by: number | null
  undone_at: Instant | null
}
