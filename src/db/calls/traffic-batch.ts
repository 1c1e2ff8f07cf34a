// The statement that adds calls to the traffic that reports and homes read (ADR-0020).
import type { TrafficAddition } from '#core/billing/traffic-additions.ts'
import {
  TRAFFIC_FIGURE_NAMES,
  TRAFFIC_FIGURES,
  type TrafficFigures,
} from '#core/billing/traffic-figures.ts'
import { type Columns, forRows } from '../columns.ts'

const FIGURES = Object.fromEntries(
  TRAFFIC_FIGURE_NAMES.map((figure) => [
    figure,
    TRAFFIC_FIGURES[figure] === 'COUNT' ? 'integer' : 'bigint',
  ]),
) as Columns<TrafficFigures>

/** Not added up here: the sums that reports read are brought up to date apart from the calls. */
export const INSERT_TRAFFIC_ADDITIONS = forRows<TrafficAddition>(
  // biome-ignore format: a table of columns
  {
    bucket: 'timestamptz', seller_id: 'bigint', account_id: 'bigint', reseller_id: 'bigint',
    settlement_id: 'bigint', gateway_id: 'bigint', country: 'text', destination: 'text',
    prefix: 'text', sip_code: 'smallint', refusal: 'text', codec: 'text', ...FIGURES,
  },
  ({ names, values, rows }) => `insert into traffic_addition (${names})
    select ${values} from ${rows}`,
)
