// One call of a reseller: its numbers and times, and the revenue and cost of the reseller.
import type { ReactNode } from 'react'
import type { WholeResellerRecord } from '#contract/calls/reseller-records.ts'
import { useSees } from '../../session/session.ts'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { Amount, Price } from '../../ui/values/Amount.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { count, formatDuration, formatShare, NONE } from '../../ui/values/format.ts'
import { CallResult } from '../CallResult.tsx'
import { failureMeaning } from '../call-labels.ts'
import { Copied, Fact } from '../Fact.tsx'
import { NotBilled } from '../NotBilled.tsx'
import { Part } from '../Part.tsx'
import { sipLabel } from '../sip-codes.ts'
import styles from '../WholeCall.module.css'

type Call = WholeResellerRecord

const FACTS: readonly (readonly [name: string, show: (call: Call) => ReactNode])[] = [
  // Only users of the operator have the name.
  ['Reseller', (call) => call.reseller_name],
  ['Account below', (call) => call.child_name],
  ['Client', (call) => call.client_name],
  ['Caller', (call) => <Copied text={call.caller_number} />],
  ['Dialled', (call) => <Copied text={call.dialled_number} />],
  ['Called', (call) => <Copied text={call.called_number} />],
  ['Destination', (call) => call.destination || NONE],
  ['Started', (call) => <DateTime at={call.started_at} />],
  ['Answered at', (call) => call.answered_at && <DateTime at={call.answered_at} />],
  ['Ended at', (call) => <DateTime at={call.ended_at} />],
  ['Duration', (call) => formatDuration(call.duration_ms / 1000)],
  ['SIP code', ({ sip_code }) => sip_code !== null && sipLabel(sip_code)],
  ['Call id', (call) => <Copied text={call.call_id} />],
]

export function ResellerCallView({ call }: { call: Call }) {
  const seesMoney = useSees('sale')
  return (
    <>
      <CallResult call={call} why={failureMeaning(call.failure)} />
      <dl className={styles.facts}>
        {FACTS.map(([name, show]) => {
          const shown = show(call)
          return shown ? (
            <Fact key={name} name={name}>
              {shown}
            </Fact>
          ) : null
        })}
      </dl>
      {seesMoney && (
        <Part title="Money">
          <Sides call={call} />
        </Part>
      )}
    </>
  )
}

const prefixOf = (prefix: string | null) =>
  prefix === null ? NONE : <span className="mono">{prefix || '(all numbers)'}</span>

const seconds = (value: number) => count(value, 'second', 'seconds')

/** A line of the table: for the account below, and for the reseller itself. */
const LINES: readonly (readonly [
  name: string,
  below: (call: Call) => ReactNode,
  own: (call: Call) => ReactNode,
])[] = [
  ['Prefix', (call) => prefixOf(call.child_prefix), (call) => prefixOf(call.prefix)],
  [
    'Rate per minute',
    (call) => <Price value={call.child_rate} currency={call.child_rate_currency} />,
    (call) => <Price value={call.cost_rate} currency={call.cost_rate_currency} />,
  ],
  ['Billed', (call) => seconds(call.child_billed_seconds), (call) => seconds(call.billed_seconds)],
  [
    'Excl. VAT',
    (call) => <Amount value={call.revenue} currency={call.currency} places={6} />,
    (call) => <Amount value={call.cost} currency={call.currency} places={6} />,
  ],
]

function Sides({ call }: { call: Call }) {
  if (call.prefix === null && call.child_prefix === null) {
    return <NotBilled answered_at={call.answered_at} />
  }
  return (
    <>
      <ScrollBox label="Charges">
        <table className={`${styles.table} ${styles.money}`}>
          <thead>
            <tr>
              <td />
              <th scope="col">
                <span className="muted">Revenue</span>
                <br />
                {call.child_name}
              </th>
              <th scope="col">
                <span className="muted">Cost</span>
                <br />
                {call.reseller_name ?? 'Own'}
              </th>
            </tr>
          </thead>
          <tbody>
            {LINES.map(([name, below, own]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{below(call)}</td>
                <td>{own(call)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p>
        Margin{' '}
        <b>
          <Amount value={call.margin} currency={call.currency} places={6} />
        </b>
        {call.margin_percent !== null && ` (${formatShare(call.margin_percent)})`}
        {', '}paid by {call.child_name} incl. VAT{' '}
        <Amount value={call.child_amount} currency={call.child_currency} places={6} />
      </p>
    </>
  )
}
