// Shows where the chosen tariffs sell below cost. It refuses nothing: a price may be meant to lose.
import { checkMargins } from '#contract/accounts/resellers.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useMay, useSees, useUser } from '../session/session.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { count, formatDecimal, formatExactAmount } from '../ui/values/format.ts'
import styles from './MarginWarnings.module.css'

interface MarginWarningsProps {
  /** The id of the reseller, once it exists. */
  readonly id: number | undefined
  readonly tariff_id: number | null
  /** Null at the top; undefined in the area of a reseller, which itself is above its children. */
  readonly parent_id: number | null | undefined
}

export function MarginWarnings({ id, tariff_id, parent_id }: MarginWarningsProps) {
  const seesPrices = useSees('sale')
  const mayAsk = useMay('resellers.view') && seesPrices && tariff_id !== null
  const user = useUser()
  const isBelowUser = user.type === 'RESELLER'
  const above_id = isBelowUser ? user.account_id : (parent_id ?? null)
  const own = useOne(
    checkMargins,
    { params: { id: id ?? 0 }, query: { tariff_id: tariff_id ?? 0 } },
    { enabled: mayAsk && id !== undefined },
  )
  const above = useOne(
    checkMargins,
    { params: { id: above_id ?? 0 }, query: { child_tariff_id: tariff_id ?? 0 } },
    { enabled: mayAsk && above_id !== null },
  )
  const isOwn = (own.data?.count ?? 0) > 0
  const isAbove = (above.data?.count ?? 0) > 0
  if (!isOwn && !isAbove) return null
  return (
    <Section
      title="Below cost"
      help="Calls to these prefixes cost more than their revenue. Warning only: saving is allowed."
    >
      {isOwn && own.data && (
        <Wide>
          <Losses
            title="The rates of its clients and resellers are below its own cost."
            {...own.data}
          />
        </Wide>
      )}
      {isAbove && above.data && (
        <Wide>
          <Losses
            title={
              isBelowUser
                ? 'Its rates are below your cost.'
                : 'Its rates are below the cost of the reseller above it.'
            }
            {...above.data}
          />
        </Wide>
      )}
    </Section>
  )
}

type LossesProps = NonNullable<ReturnType<typeof useOne<typeof checkMargins>>['data']> & {
  readonly title: string
}

const COLUMNS = ['Tariff', 'Prefix', 'Destination', 'Call duration']

function Losses({ title, losses, count: total, currency, left_out }: LossesProps) {
  return (
    <div role="status" className={styles.losses}>
      <strong>{title}</strong>
      <div className={styles.scroll}>
        <table>
          <TableHead columns={[...COLUMNS, `Revenue, ${currency}`, `Cost, ${currency}`]} />
          <tbody>
            {losses.map((loss) => (
              <tr key={`${loss.tariff_id} ${loss.prefix}`}>
                <td>{loss.tariff_name}</td>
                <td className="mono">{loss.prefix || 'any'}</td>
                <td>{loss.destination}</td>
                <td>{count(loss.seconds, 'second', 'seconds')}</td>
                <td>{formatExactAmount(loss.revenue)}</td>
                <td>{formatExactAmount(loss.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > losses.length && (
        <span className="muted">and {formatDecimal(total - losses.length)} more prefixes</span>
      )}
      {left_out > 0 && (
        <span className="muted">
          {count(left_out, 'tariff', 'tariffs')} not compared (too many)
        </span>
      )}
    </div>
  )
}
