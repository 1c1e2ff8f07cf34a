// The details of an active call: its numbers, times and money, and why it was routed as it went.

import { Button } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ActiveCall, getActiveCall } from '#contract/calls/active-calls.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { ApiError } from '../../http/api-error.ts'
import { useOne } from '../../http/use-endpoint.ts'
import { ListLink } from '../../lists/ListLink.tsx'
import { paths } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import { useMay } from '../../session/session.ts'
import { useRecordsPath } from '../../session/use-records-path.ts'
import { SideDialog } from '../../ui/Dialog.tsx'
import { Amount, Price } from '../../ui/values/Amount.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { formatDuration, NONE } from '../../ui/values/format.ts'
import { ClientLink } from '../ClientLink.tsx'
import { callNumbers } from '../call-numbers.ts'
import { Copied, Fact } from '../Fact.tsx'
import { ActiveCallFlow } from '../ladder/ActiveCallFlow.tsx'
import { Part } from '../Part.tsx'
import { RoutingSteps } from '../routing/RoutingSteps.tsx'
import styles from '../WholeCall.module.css'
import { CallDuration, CallState } from './active-call-columns.tsx'

interface ActiveCallDrawerProps {
  readonly call_id: string
  readonly every_ms: number
  /** Absent where the user may not. */
  readonly onHangUp: ((call: ActiveCall) => void) | undefined
  readonly onClose: () => void
}

export function ActiveCallDrawer(props: ActiveCallDrawerProps) {
  const { call_id, every_ms, onHangUp, onClose } = props
  const answer = useOne(getActiveCall, { params: { call_id } }, { every_ms })
  const isOver = answer.error instanceof ApiError && answer.error.status === 404
  const call = answer.data?.call
  const recordsPath = useRecordsPath()
  const maySeeMessages = useMay('sip_messages.view')
  const records = recordsPath(call?.client_type === 'RETAIL' ? 'retail' : 'wholesale')
  return (
    <SideDialog
      title={call ? callNumbers(call).join(' → ') : 'Call'}
      width={860}
      onClose={onClose}
      tools={
        call &&
        onHangUp &&
        !isOver && (
          <Button
            variant="outline"
            color="danger"
            leftSection={<IconPhoneOff size={15} />}
            onClick={() => onHangUp(call)}
          >
            Hang up…
          </Button>
        )
      }
    >
      {isOver && (
        <p role="status">
          This call is over.{' '}
          <ListLink to={records} filters={{ call: call_id }}>
            Open its call record
          </ListLink>
        </p>
      )}
      {(call || !isOver) && (
        <Loaded query={answer}>
          {(data) => (
            <>
              <Facts call={data.call} isOver={isOver} />
              {maySeeMessages && (
                <Part title="SIP flow">
                  <ActiveCallFlow active={data} every_ms={every_ms} isOver={isOver} />
                </Part>
              )}
              {data.steps && (
                <section className={styles.part} aria-label="Why this route">
                  <h3>Why this route</h3>
                  <RoutingSteps steps={data.steps} />
                </section>
              )}
            </>
          )}
        </Loaded>
      )}
    </SideDialog>
  )
}

function Facts({ call, isOver }: { call: ActiveCall; isOver: boolean }) {
  return (
    <>
      {!isOver && (
        <p className={styles.result}>
          <strong>
            <CallState call={call} />
          </strong>
          <b>
            <CallDuration call={call} />
          </b>
        </p>
      )}
      <dl className={styles.facts}>
        {FACTS.filter(([, field]) => call[field] !== undefined).map(([name, field, show]) => {
          const shown = show(call)
          return shown === undefined ? null : (
            <Fact key={`${name} ${field}`} name={name}>
              {shown}
            </Fact>
          )
        })}
      </dl>
    </>
  )
}

/** Its name, the field without which the user does not see it, and what is shown, if anything. */
type FactOfCall = readonly [
  name: string,
  field: keyof ActiveCall,
  show: (call: ActiveCall) => ReactNode,
]

/** True for clients and settlement accounts: they see no client, and only their own rate. */
const hasOneRate = ({ client_name }: ActiveCall) => client_name === undefined
const sellRateOf = ({ sell_rate, sell_rate_currency }: ActiveCall) => (
  <Price value={sell_rate} currency={sell_rate_currency} />
)
const buyRateOf = ({ buy_rate, buy_rate_currency }: ActiveCall) => (
  <Price value={buy_rate} currency={buy_rate_currency} />
)
const costOf = ({ cost_rate, cost_rate_currency }: ActiveCall) => (
  <Price value={cost_rate} currency={cost_rate_currency} />
)
const copied = (text: string | null) => <Copied text={text ?? ''} />
const time = (at: string | null) => <DateTime at={at} />

const FACTS: readonly FactOfCall[] = [
  ['Client', 'client_name', (call) => <ClientLink call={call} />],
  ['Caller', 'caller_number', (call) => copied(call.caller_number)],
  ['Caller (to gateway)', 'sent_caller_number', (call) => copied(call.sent_caller_number)],
  ['Called', 'called_number', (call) => copied(call.called_number)],
  ['Called (to gateway)', 'sent_number', (call) => copied(call.sent_number)],
  ['Destination', 'destination', ({ destination }) => destination || NONE],
  [
    'Destination',
    'buy_destination',
    (call) => (call.destination === undefined ? (call.buy_destination ?? NONE) : undefined),
  ],
  ['Gateway', 'gateway_name', gatewayOf],
  ['Source IP', 'source_ip', (call) => copied(call.source_ip)],
  ['Started', 'started_at', (call) => time(call.started_at)],
  ['Ringing since', 'ringing_at', (call) => time(call.ringing_at)],
  ['Answered at', 'answered_at', (call) => time(call.answered_at)],
  ['Authorised', 'granted_seconds', (call) => formatDuration(call.granted_seconds)],
  ['Reserved', 'held', (call) => <Amount value={call.held} currency={call.currency} />],
  [
    'From package',
    'package_seconds_held',
    (call) =>
      call.package_seconds_held > 0 ? formatDuration(call.package_seconds_held) : undefined,
  ],
  ['Sell rate', 'sell_rate', (call) => (hasOneRate(call) ? undefined : sellRateOf(call))],
  ['Buy rate', 'buy_rate', (call) => (hasOneRate(call) ? undefined : buyRateOf(call))],
  ['Rate', 'sell_rate', (call) => (hasOneRate(call) ? sellRateOf(call) : undefined)],
  ['Rate', 'buy_rate', (call) => (hasOneRate(call) ? buyRateOf(call) : undefined)],
  ['Cost rate', 'cost_rate', (call) => (call.buy_rate === undefined ? costOf(call) : undefined)],
  [
    'Margin per minute',
    'margin_rate',
    ({ margin_rate, margin_rate_currency }) => (
      <Price value={margin_rate} currency={margin_rate_currency} />
    ),
  ],
  [
    'Recording',
    'is_recorded',
    ({ is_recorded }) => (is_recorded ? 'From the answer, by a recording rule' : undefined),
  ],
  ['Call id', 'call_id', (call) => copied(call.call_id)],
]

function gatewayOf({ gateway_id, gateway_name, settlement_name }: ActiveCall): ReactNode {
  return (
    <>
      {gateway_id === null ? (
        NONE
      ) : (
        <Link to={paths.admin.gateways.edit(gateway_id)}>{gateway_name}</Link>
      )}
      {settlement_name && <span className="muted"> of {settlement_name}</span>}
    </>
  )
}
