// The past, current and future rates of a prefix, with the user and the import of each.

import { listRateHistory, type PastValue, type TariffRate } from '#contract/tariffs/tariff-rates.ts'
import type { Tariff } from '#contract/tariffs/tariffs.ts'
import { prefixName } from '../columns/prefix-name.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SideDialog } from '../ui/Dialog.tsx'
import { labelFor } from '../ui/form/labels.ts'
import plainTable from '../ui/PlainTable.module.css'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { Price } from '../ui/values/Amount.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { amountIn, formatChange, formatPrice, NONE } from '../ui/values/format.ts'
import styles from './RateHistory.module.css'
import { inherited } from './rate-columns.tsx'

const SOURCES = [
  { value: 'FORM', label: 'Form' },
  { value: 'BULK', label: 'Bulk change' },
  { value: 'IMPORT', label: 'Import' },
  { value: 'MARKUP', label: 'Markup' },
]

const PRICES = ['From', 'Until', 'Rate', 'Change', 'First rate', 'Increments', 'Connect fee']

interface RateHistoryDialogProps {
  readonly tariff: Tariff
  readonly rate: TariffRate
  readonly onClose: () => void
}

export function RateHistoryDialog({ tariff, rate, onClose }: RateHistoryDialogProps) {
  const { prefix, window_id, window_name, destination } = rate
  const history = useOne(listRateHistory, {
    params: { tid: tariff.id },
    query: { prefix, ...(window_id !== null && { window_id }) },
  })
  const hours = window_name === null ? '' : ` in ${window_name}`
  const title = `Rates of ${prefixName(prefix)} ${destination}`.trim() + hours
  return (
    <SideDialog title={title} width={1120} onClose={onClose}>
      <Loaded query={history}>
        {(values) => <HistoryTable tariff={tariff} values={values} />}
      </Loaded>
      <p className="muted">
        Rates per minute in {tariff.currency}. What is grey is what the tariff says today.
      </p>
    </SideDialog>
  )
}

function HistoryTable({ tariff, values }: { tariff: Tariff; values: readonly PastValue[] }) {
  // Only the operator sees who has set its prices.
  const hasSource = values.some(({ source }) => source !== undefined)
  if (values.length === 0) return <p>This rate has never been in effect.</p>
  return (
    <ScrollBox label="Rates by date">
      <table className={plainTable.table} aria-label="Rates by date">
        <TableHead columns={[...PRICES, ...(hasSource ? ['By', 'Source'] : [])]} />
        <tbody>
          {values.map((value) => (
            <tr key={value.from} className={value.state === 'past' ? styles.past : undefined}>
              <PriceCells tariff={tariff} value={value} />
              {hasSource && (
                <>
                  <td>{value.username ?? NONE}</td>
                  <td>
                    <Source tariff_id={tariff.id} value={value} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function PriceCells({ tariff, value }: { tariff: Tariff; value: PastValue }) {
  const { from, until, state, rate, first_rate, change_percent, connect_fee, blocked } = value
  const { currency } = tariff
  return (
    <>
      <td>
        <DateTime at={from} /> {state === 'now' && <Badge tone="success">now</Badge>}
        {state === 'coming' && <Badge tone="info">coming</Badge>}
      </td>
      <td>{until === null ? <span className="muted">no end</span> : <DateTime at={until} />}</td>
      <td className={styles.number}>
        <Price value={rate} currency={currency} /> {blocked && <Badge tone="danger">blocked</Badge>}
      </td>
      <td className={styles.number}>
        {change_percent === null ? NONE : formatChange(change_percent)}
      </td>
      <td className={styles.number}>{inherited(first_rate, rate, formatPrice)}</td>
      <td className={styles.number}>
        {inherited(value.first_increment, tariff.first_increment, String)}
        <span className="muted">/</span>
        {inherited(value.next_increment, tariff.next_increment, (seconds) => `${seconds} s`)}
      </td>
      <td className={styles.number}>
        {inherited(connect_fee, tariff.connect_fee, (fee) => amountIn(fee, currency))}
      </td>
    </>
  )
}

function Source({ tariff_id, value }: { tariff_id: number; value: PastValue }) {
  const { source, import_id, file_name } = value
  const mayOpen = useMay('tariffs.bulk')
  if (source === null) return NONE
  const by = labelFor(SOURCES, source)
  const label = file_name === null ? by : `${by} ${file_name}`
  if (import_id === null || !mayOpen) return label
  return <Link to={paths.admin.rateImports(tariff_id).one(import_id)}>{label}</Link>
}
