// The rarely used columns of call records: numbers and headers of both sides, media quality, and
// the parts of the money.
import type { CallRecord } from '#contract/calls/call-records.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { NONE } from '../ui/values/format.ts'
import { mediaWords, SILENT_SIDE_LABELS } from './media/media-words.ts'

type Column = GridColumn<CallRecord>
type Name<Value> = {
  [Key in keyof CallRecord]: CallRecord[Key] extends Value ? Key : never
}[keyof CallRecord]

/** Texts often come from outside: the tooltip has the whole text where the column cuts it. */
const text = (
  id: Name<string | null>,
  header: string,
  width = 130,
  more: Partial<Column> = {},
): Column => ({
  id,
  header,
  width,
  cell: (row) => <span title={row[id] ?? undefined}>{row[id] || NONE}</span>,
  ...more,
})

export const amount = (
  id: `${'sell' | 'buy'}_${'net' | 'vat' | 'amount'}`,
  header: string,
  more: Partial<Column> = {},
): Column => ({
  id,
  header,
  width: 150,
  align: 'end',
  cell: ({ [id]: value, sell_currency, buy_currency }) => (
    <Amount value={value} currency={id.startsWith('sell') ? sell_currency : buy_currency} />
  ),
  ...more,
})

/** In the tooltip, all that is known of the direction. */
const mosColumn = (side: 'caller' | 'callee', header: string): Column => ({
  id: `${side}_mos`,
  header,
  width: 100,
  align: 'end',
  cell: ({ media, [`${side}_mos` as const]: mos }) =>
    media ? <span title={mediaWords(media[side])}>{mos?.toFixed(1) ?? NONE}</span> : NONE,
})

export const CALL_DETAIL_COLUMNS: readonly Column[] = [
  text('caller_name', 'Caller name'),
  text('pai', 'PAI', 180),
  text('rpid', 'RPID', 180),
  text('diversion', 'Diversion', 180),
  text('privacy', 'Privacy', 90),
  text('from_domain', 'From domain', 150),
  text('dialled_domain', 'Dialled domain', 150),
  text('routed_caller_number', 'Caller, routed'),
  text('sent_caller_number', 'Caller (to gateway)', 130, { insteadOf: 'caller_number' }),
  text('sent_caller_name', 'Caller name, sent'),
  text('sip_username', 'SIP user'),
  {
    id: 'reseller_names',
    header: 'Reseller chain',
    width: 150,
    cell: (row) => row.reseller_names.join(', ') || NONE,
  },
  text('route_plan_name', 'Route plan'),
  text('tunnel_name', 'Tunnel'),
  text('gateway_user_agent', 'Gateway user agent', 150),
  text('transport', 'Transport', 90),
  text('local_address', 'Received on', 150),
  text('media_mode', 'Media', 90),
  text('codec', 'Codec, caller', 120),
  text('callee_codec', 'Codec, called', 120),
  mosColumn('caller', 'MOS, caller'),
  mosColumn('callee', 'MOS, called'),
  {
    id: 'one_way_audio',
    header: 'One-way audio',
    width: 190,
    cell: ({ one_way_audio }) => (one_way_audio ? SILENT_SIDE_LABELS[one_way_audio] : NONE),
    filter: ({ one_way_audio }) => ['one_way_audio', one_way_audio],
  },
  {
    id: 'early_media',
    header: 'Early media',
    width: 100,
    cell: ({ early_media }) => (early_media ? 'Yes' : 'No'),
  },
  amount('sell_net', 'Charge, excl. VAT'),
  amount('sell_vat', 'VAT of the charge'),
  amount('buy_net', 'Settlement charge, excl. VAT'),
  amount('buy_vat', 'VAT of the settlement account'),
]
