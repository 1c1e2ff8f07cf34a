// What each party of the call pays or gets, with the terms that were frozen when it began: enough
// to compute every amount again by hand.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallRecord, WholeCall } from '#contract/call-records.ts'
import { formatPercent } from '#core/money.ts'
import { paths } from '../areas/paths.ts'
import { count, formatExactAmount, formatPrice, NONE } from '../ui/format.ts'
import { partyWords } from './call-words.ts'
import styles from './WholeCall.module.css'

type Charge = WholeCall['charges'][number]

const seconds = (value: number) => count(value, 'second', 'seconds')

const packageWords = ({ package_name, package_seconds }: Charge) =>
  package_seconds > 0 ? `${seconds(package_seconds)} of ${package_name}` : NONE

const LINES: readonly (readonly [string, (charge: Charge) => ReactNode])[] = [
  [
    'Tariff',
    ({ tariff_id, tariff_name }) => (
      <Link to={paths.admin.tariffs.edit(tariff_id)}>{tariff_name ?? tariff_id}</Link>
    ),
  ],
  ['Prefix', ({ prefix }) => <span className="mono">{prefix || '(all numbers)'}</span>],
  ['Rate per minute', ({ rate }) => formatPrice(rate)],
  ['Rate of the first increment', ({ first_rate }) => formatPrice(first_rate)],
  ['Increments', (terms) => `${terms.first_increment}/${terms.next_increment} s`],
  ['Connect fee', ({ connect_fee }) => formatExactAmount(connect_fee)],
  [
    'Attempt fees',
    ({ attempt_fee, attempts }) => `${attempts} × ${formatExactAmount(attempt_fee)}`,
  ],
  ['Grace period', ({ grace_seconds }) => seconds(grace_seconds)],
  ['Free seconds', ({ free_seconds }) => seconds(free_seconds)],
  ['Min duration', ({ min_duration }) => seconds(min_duration)],
  ['Surcharge', ({ surcharge_percent }) => `${formatPercent(surcharge_percent)} %`],
  ['Duration', ({ duration_seconds }) => seconds(duration_seconds)],
  ['From package', (charge) => packageWords(charge)],
  ['Billed', ({ billed_seconds }) => seconds(billed_seconds)],
  ['Net', ({ net }) => formatExactAmount(net)],
  ['VAT', ({ vat, vat_percent }) => `${formatPercent(vat_percent)} % · ${formatExactAmount(vat)}`],
]

interface CallChargesProps {
  readonly call: CallRecord
  readonly charges: readonly Charge[]
}

export function CallCharges({ call, charges }: CallChargesProps) {
  if (charges.length === 0) {
    return (
      <p className="muted">
        {call.answered_at === null ? 'Not billed: not answered.' : 'Not billed.'}
      </p>
    )
  }
  return (
    <div className={styles.scroll}>
      <table className={`${styles.table} ${styles.money}`}>
        <thead>
          <tr>
            <td />
            {charges.map((charge) => (
              <th key={charge.account_id} scope="col">
                <span className="muted">{partyWords(charge)}</span>
                <br />
                {charge.account_name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {LINES.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {charges.map((charge) => (
                <td key={charge.account_id}>{value(charge)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Amount</th>
            {charges.map((charge) => (
              <td key={charge.account_id}>
                {formatExactAmount(charge.amount)} {charge.currency}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">Balance after</th>
            {charges.map((charge) => (
              <td key={charge.account_id}>{formatExactAmount(charge.balance_after)}</td>
            ))}
          </tr>
          {charges.some((charge) => charge.re_rating_id !== null) && (
            <tr>
              <th scope="row">Re-rated</th>
              {charges.map(({ account_id, re_rating_id }) => (
                <td key={account_id}>
                  {re_rating_id && (
                    <Link to={paths.admin.reRatings.one(re_rating_id)}>
                      re-rating {re_rating_id}
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          )}
        </tfoot>
      </table>
      <p>
        Margin, excl. VAT{' '}
        <b className={call.margin < 0 ? 'danger' : undefined}>{formatExactAmount(call.margin)}</b>
      </p>
    </div>
  )
}
