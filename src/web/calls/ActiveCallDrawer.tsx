// The details of an active call: its numbers, times and money, and why it was routed as it went.
import { Button } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ActiveCall, getActiveCall } from '#contract/active-calls.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { ApiError } from '../http/api-error.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { Amount, Price } from '../ui/Amount.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { SideDialog } from '../ui/Dialog.tsx'
import { formatDuration, NONE } from '../ui/format.ts'
import { CallDuration, CallState } from './active-call-columns.tsx'
import { ClientLink } from './ClientLink.tsx'
import { Copied, Fact } from './Fact.tsx'
import { RoutingSteps } from './RoutingSteps.tsx'
import styles from './WholeCall.module.css'

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
  return (
    <SideDialog
      title={call ? `${call.caller_number || 'Unknown'} → ${call.called_number}` : 'Call'}
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
          <ListLink to={recordsOf(call)} filters={{ call: call_id }}>
            Open its call record
          </ListLink>
        </p>
      )}
      {(call || !isOver) && (
        <Loaded query={answer}>
          {(data) => (
            <>
              <Facts call={data.call} isOver={isOver} />
              <section className={styles.part} aria-label="Why this route">
                <h3>Why this route</h3>
                <RoutingSteps steps={data.steps} />
              </section>
            </>
          )}
        </Loaded>
      )}
    </SideDialog>
  )
}

const recordsOf = (call: ActiveCall | undefined) =>
  paths.admin.callRecords(call?.client_type === 'RETAIL' ? 'retail' : 'wholesale')

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
        <Fact name="Client">
          <ClientLink call={call} />
        </Fact>
        <Fact name="Caller">
          <Copied text={call.caller_number} />
        </Fact>
        <Fact name="Called">
          <Copied text={call.called_number} />
        </Fact>
        <Fact name="Destination">{call.destination || NONE}</Fact>
        <Fact name="Gateway">
          {call.gateway_id === null ? (
            NONE
          ) : (
            <Link to={paths.admin.gateways.edit(call.gateway_id)}>{call.gateway_name}</Link>
          )}
          {call.settlement_name && <span className="muted"> of {call.settlement_name}</span>}
        </Fact>
        <Fact name="Source IP">
          <Copied text={call.source_ip} />
        </Fact>
        <Fact name="Started">
          <DateTime at={call.started_at} />
        </Fact>
        <Fact name="Ringing since">
          <DateTime at={call.ringing_at} />
        </Fact>
        <Fact name="Answered at">
          <DateTime at={call.answered_at} />
        </Fact>
        <Fact name="Authorised">{formatDuration(call.granted_seconds)}</Fact>
        <Fact name="Reserved">
          <Amount value={call.held} currency={call.currency} />
        </Fact>
        {call.package_seconds_held > 0 && (
          <Fact name="From bundle">{formatDuration(call.package_seconds_held)}</Fact>
        )}
        <Fact name="Sell rate">
          <Price value={call.sell_rate} currency={call.sell_rate_currency} />
        </Fact>
        <Fact name="Buy rate">
          <Price value={call.buy_rate} currency={call.buy_rate_currency} />
        </Fact>
        <Fact name="Call id">
          <Copied text={call.call_id} />
        </Fact>
      </dl>
    </>
  )
}
