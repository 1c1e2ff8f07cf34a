// The amounts that each party of the call pays or gets, with the terms that were frozen when it
// began: enough to compute every amount again by hand.

import type { ReactNode } from 'react'
import type { CallRecord, WholeCall } from '#contract/calls/call-records.ts'
import { formatPercent, type Money, type Sum } from '#core/money.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { Amount, Price } from '../ui/values/Amount.tsx'
import { count, formatShare, NONE } from '../ui/values/format.ts'
import { partyLabel } from './call-labels.ts'
import { NotBilled } from './NotBilled.tsx'
import styles from './WholeCall.module.css'

type Charge = WholeCall['charges'][number]

const seconds = (value: number) => count(value, 'second', 'seconds')

const packageLabel = ({ package_name, package_seconds }: Charge) =>
  package_seconds > 0 ? `${seconds(package_seconds)} of ${package_name}` : NONE

const Exact = (props: { value: Money | Sum | null; currency: string }) => (
  <Amount {...props} places={6} />
)

/** Fees are in the currency of the tariff. */
const Fee = ({ value, of: { tariff_currency } }: { value: Money; of: Charge }) => (
  <Exact value={value} currency={tariff_currency} />
)

const LINES: readonly (readonly [string, (charge: Charge) => ReactNode])[] = [
  [
    'Tariff',
    ({ tariff_id, tariff_name }) => (
      <Link to={paths.admin.tariffs.edit(tariff_id)}>{tariff_name ?? tariff_id}</Link>
    ),
  ],
  ['Prefix', ({ prefix }) => <span className="mono">{prefix || '(all numbers)'}</span>],
  [
    'Rate per minute',
    ({ rate, tariff_currency }) => <Price value={rate} currency={tariff_currency} />,
  ],
  [
    'Rate of the first increment',
    ({ first_rate, tariff_currency }) => <Price value={first_rate} currency={tariff_currency} />,
  ],
  ['Increments', (terms) => `${terms.first_increment}/${terms.next_increment} s`],
  ['Connect fee', (charge) => <Fee value={charge.connect_fee} of={charge} />],
  [
    'Attempt fees',
    (charge) => (
      <>
        {charge.attempts} × <Fee value={charge.attempt_fee} of={charge} />
      </>
    ),
  ],
  ['Grace period', ({ grace_seconds }) => seconds(grace_seconds)],
  ['Free seconds', ({ free_seconds }) => seconds(free_seconds)],
  ['Min duration', ({ min_duration_seconds }) => seconds(min_duration_seconds)],
  ['Surcharge', ({ surcharge_percent }) => `${formatPercent(surcharge_percent)} %`],
  ['Duration', ({ duration_seconds }) => seconds(duration_seconds)],
  ['From package', (charge) => packageLabel(charge)],
  ['Billed', ({ billed_seconds }) => seconds(billed_seconds)],
  ['Net', ({ net, currency }) => <Exact value={net} currency={currency} />],
  [
    'VAT',
    ({ vat, vat_percent, currency }) => (
      <>
        {formatPercent(vat_percent)} % · <Exact value={vat} currency={currency} />
      </>
    ),
  ],
]

interface CallChargesProps {
  readonly call: CallRecord
  readonly charges: readonly Charge[]
}

export function CallCharges({ call, charges }: CallChargesProps) {
  if (charges.length === 0) {
    return <NotBilled answered_at={call.answered_at} />
  }
  return (
    <>
      <ScrollBox label="Charges">
        <table className={`${styles.table} ${styles.money}`}>
          <thead>
            <tr>
              <td />
              {charges.map((charge) => (
                <th key={charge.account_id} scope="col">
                  <span className="muted">{partyLabel(charge)}</span>
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
                  <Exact value={charge.amount} currency={charge.currency} />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">Balance after</th>
              {charges.map((charge) => (
                <td key={charge.account_id}>
                  <Exact value={charge.balance_after} currency={charge.currency} />
                </td>
              ))}
            </tr>
            {charges.some((charge) => charge.re_rating_id) && (
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
      </ScrollBox>
      {call.margin !== undefined && (
        <p>
          Excl. VAT: revenue <Exact value={call.revenue} currency={call.currency} />, cost{' '}
          <Exact value={call.cost} currency={call.currency} />, margin{' '}
          <b>
            <Exact value={call.margin} currency={call.currency} />
          </b>
          {call.margin_percent !== null && ` (${formatShare(call.margin_percent)})`}
        </p>
      )}
    </>
  )
}
