// A record that never was, for the test messages of the record feed: every field has its kind.
import { money, rate } from '../money.ts'
import { type FedRecordRow, fedRecord } from './fed-record.ts'

const TALK_MS = 60_000

const HEARD = {
  ...{ mos: 4.3, jitter_ms: 3, loss_percent: 0, round_trip_ms: 40, packets: 3000 },
  ...{ codec: null, last_packet_at: null },
} as const

const ROW: Omit<
  FedRecordRow,
  'started_at' | 'sent_at' | 'progress_at' | 'answered_at' | 'ended_at'
> = {
  ...{ call_id: '0', attempt_no: 1, is_last: true, duration_ms: TALK_MS, pdd_ms: 500 },
  ...{ call_pdd_ms: 520, routing_ms: 5, account_id: 0, client_name: 'Example client' },
  ...{ client_type: 'WHOLESALE', reseller_ids: [], caller_number: '442071838750' },
  ...{ caller_name: '', dialled_number: '441632960000', called_number: '441632960000' },
  ...{ sent_number: '441632960000', prefix: '44', destination: 'United Kingdom' },
  ...{ source_ip: '192.0.2.1', settlement_id: 0, settlement_name: 'Example carrier' },
  ...{ gateway_id: 0, gateway_name: 'Example gateway', gateway_address: '192.0.2.2:5060' },
  ...{ status: 'ANSWERED', sip_code: 200, sip_reason: 'OK', q850_cause: 16 },
  ...{ gateway_sip_code: 200, gateway_q850_cause: null, attempt_end: 'ANSWERED' },
  ...{ not_sent_reason: null, refusal: null, release_side: 'CALLER', billed_seconds: 60 },
  ...{ sell_rate: rate(1_230_000), sell_rate_currency: 'USD', sell_amount: money(12_300) },
  ...{ sell_currency: 'USD', buy_prefix: '44', buy_billed_seconds: 60, buy_currency: 'USD' },
  ...{ buy_rate: rate(700_000), buy_rate_currency: 'USD', buy_amount: money(7000) },
  ...{ revenue: money(12_300), cost: money(7000), currency: 'USD' },
  ...{ sip_call_id: 'example', user_agent: '', media_mode: 'PROXY', codec: 'PCMA' },
  ...{ early_media: false, fault: null, one_way_audio: null },
  media: {
    caller: { ...HEARD, codec: 'PCMA' },
    callee: { ...HEARD, codec: 'PCMA', mos: 4.1, loss_percent: 0.4 },
    is_held: false,
  },
  charges: [
    {
      ...{ account_id: 0, account_name: 'Example client', depth: 0, tariff_id: 0, prefix: '44' },
      ...{ billed_seconds: 60, package_seconds: 0, currency: 'USD' },
      ...{ net: money(12_300), vat: money(0), amount: money(12_300) },
    },
  ],
}

/** A call of a minute that has just ended. `before` answers an instant of the past. */
export function exampleRecord(before: (ms: number) => string) {
  const times = {
    started_at: before(TALK_MS + 1000),
    sent_at: before(TALK_MS + 990),
    progress_at: before(TALK_MS + 490),
    answered_at: before(TALK_MS),
    ended_at: before(0),
  }
  return { ...fedRecord({ ...ROW, ...times }), test: true }
}
