// A record as the record feed sends it: the names of the API, amounts as decimal text.
import { formatMoney, formatRate, type Money, type Rate } from '../money.ts'
import type { CallRecord } from './call-record.ts'

/** More records that wait for a consumer are not counted. */
export const WAITING_RECORDS_MAX = 10_000

/** The columns that are sent as the engine has written them. */
type AsWritten = Pick<
  CallRecord,
  | ('attempt_no' | 'is_last' | 'duration_ms' | 'pdd_ms' | 'call_pdd_ms' | 'routing_ms')
  | ('account_id' | 'client_type' | 'reseller_ids' | 'settlement_id' | 'gateway_id')
  | ('caller_number' | 'caller_name' | 'dialled_number' | 'called_number' | 'sent_number')
  | ('prefix' | 'destination' | 'source_ip' | 'gateway_address' | 'status' | 'sip_code')
  | ('sip_reason' | 'q850_cause' | 'gateway_sip_code' | 'gateway_q850_cause' | 'attempt_end')
  | ('not_sent_reason' | 'refusal' | 'release_side' | 'billed_seconds' | 'sell_currency')
  | ('buy_prefix' | 'buy_billed_seconds' | 'buy_currency' | 'sip_call_id' | 'user_agent')
  | ('media_mode' | 'codec' | 'early_media' | 'fault' | 'one_way_audio' | 'media')
>

interface Charge {
  readonly account_id: number
  readonly account_name: string
  /** 0 is the client, 1 to 5 the resellers above it, -1 a settlement account. */
  readonly depth: number
  readonly tariff_id: number
  readonly prefix: string
  readonly billed_seconds: number
  readonly package_seconds: number
  readonly net: Money
  readonly vat: Money
  readonly amount: Money
  readonly currency: string
}

/** As the database answers it: times are ISO 8601 in UTC. */
export interface FedRecordRow extends AsWritten {
  readonly call_id: string
  readonly started_at: string
  readonly sent_at: string | null
  readonly progress_at: string | null
  readonly answered_at: string | null
  readonly ended_at: string
  readonly client_name: string | null
  readonly settlement_name: string | null
  readonly gateway_name: string | null
  readonly sell_rate: Rate | null
  readonly sell_rate_currency: string
  readonly sell_amount: Money
  readonly buy_rate: Rate | null
  readonly buy_rate_currency: string
  readonly buy_amount: Money
  readonly revenue: Money
  readonly cost: Money
  /** The system currency, in which revenue and cost are. */
  readonly currency: string
  /** Those of the call, in its last record. */
  readonly charges: readonly Charge[]
}

const rateText = (price: Rate | null) => (price === null ? null : formatRate(price))

/** A record as a consumer gets it. */
export type FedRecord = ReturnType<typeof fedRecord>

/** The id is the same each time that the record is sent. */
export function fedRecord(row: FedRecordRow) {
  return {
    id: `${row.call_id}-${row.attempt_no}`,
    ...row,
    sell_rate: rateText(row.sell_rate),
    sell_amount: formatMoney(row.sell_amount),
    buy_rate: rateText(row.buy_rate),
    buy_amount: formatMoney(row.buy_amount),
    revenue: formatMoney(row.revenue),
    cost: formatMoney(row.cost),
    charges: row.charges.map((charge) => ({
      ...charge,
      net: formatMoney(charge.net),
      vat: formatMoney(charge.vat),
      amount: formatMoney(charge.amount),
    })),
  }
}
