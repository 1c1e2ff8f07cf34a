// The rates that sell below the cost of a buy import, by tariff and by prefix, and the way to raise
// them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  type LosingTariff,
  listLosingTariffs,
  listRateImportLosses,
} from '#contract/rate-imports/rate-import-losses.ts'
import type { OneRateImport } from '#contract/rate-imports/rate-imports.ts'
import { prefixName } from '../columns/prefix-name.ts'
import { useList, useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useSees } from '../session/session.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { ActionsHead, TableHead } from '../ui/TableHead.tsx'
import { Amount, Price } from '../ui/values/Amount.tsx'
import { count, formatDecimal, formatDuration } from '../ui/values/format.ts'
import { RaiseDialog } from './RaiseDialog.tsx'
import styles from './RateImport.module.css'

const number = (name: string) => ({ name, className: styles.number })
const SHOWN = 100

export function ImportLosses({ rateImport }: { rateImport: OneRateImport }) {
  const { id, above_sell_count, loss_tariffs_count } = rateImport
  const sees = useSees('earnings')
  const enabled = sees && loss_tariffs_count > 0
  const { data: tariffs } = useOne(listLosingTariffs, { params: { id } }, { enabled })
  const [raised, raise] = useState<LosingTariff>()
  if (!enabled || !tariffs) return null
  return (
    <details className={styles.parties} open>
      <summary className="danger">
        Sold below the new cost: {count(above_sell_count, 'prefix', 'prefixes')} in{' '}
        {count(loss_tariffs_count, 'tariff', 'tariffs')}
      </summary>
      <ScrollBox label="Tariffs that sell below the new cost">
        <table className={styles.table}>
          <TableHead
            columns={[
              ...['Tariff', number('Sell rates')],
              ...[number('Calls in 30 days'), number('Duration'), number('Loss up to')],
            ]}
          >
            <ActionsHead name="Raise" />
          </TableHead>
          <tbody>
            {tariffs.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link to={paths.admin.tariffRates(one.id).list}>{one.name}</Link>
                </td>
                <td className={styles.number}>{formatDecimal(one.prefixes_count)}</td>
                <td className={styles.number}>{formatDecimal(one.calls)}</td>
                <td className={styles.number}>{formatDuration(one.billed_seconds)}</td>
                <td className={styles.number}>
                  <Amount value={one.loss} currency={rateImport.currency} />
                </td>
                <td>
                  {one.follows ? (
                    <span className="muted">follows another tariff</span>
                  ) : (
                    <Button size="compact-sm" variant="default" onClick={() => raise(one)}>
                      Raise to cost + %…
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <Losses id={id} />
      {raised && <RaiseDialog losses_of={id} tariff={raised} onClose={() => raise(undefined)} />}
    </details>
  )
}

/** The greatest, at the highest cost of the numbers of each rate. */
function Losses({ id }: { id: number }) {
  const { data } = useList(listRateImportLosses, { params: { id }, query: { limit: SHOWN } })
  if (!data) return null
  const { rows, page } = data
  return (
    <ScrollBox label="Rates below the new cost">
      <table className={styles.table}>
        <TableHead
          columns={[
            ...['Tariff', 'Prefix', 'Destination', number('Sell rate per minute')],
            ...[number('New cost per minute'), number('Calls in 30 days')],
            ...[number('Duration'), number('Loss up to')],
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.tariff_id} ${row.prefix} ${row.rate}`}>
              <td>{row.tariff_name}</td>
              <td className="mono">{prefixName(row.prefix)}</td>
              <td>{row.destination}</td>
              <td className={styles.number}>
                <Price value={row.rate} currency={row.currency} />
              </td>
              <td className={styles.number}>
                <Price value={row.cost} currency={row.currency} />
              </td>
              <td className={styles.number}>{formatDecimal(row.calls)}</td>
              <td className={styles.number}>{formatDuration(row.billed_seconds)}</td>
              <td className={styles.number}>
                <Amount value={row.loss} currency={row.loss_currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {page.next_cursor !== null && (
        <p className="muted">
          The greatest {SHOWN} of {formatDecimal(page.total ?? SHOWN)}.
        </p>
      )}
    </ScrollBox>
  )
}
