// All that is known of one call: what it was, its recording, course, attempts, money, and routing.
import type { WholeCall } from '#contract/calls/call-records.ts'
import { useMay, useSees } from '../session/session.ts'
import { CallAttempts } from './CallAttempts.tsx'
import { CallCharges } from './CallCharges.tsx'
import { CallSummary } from './CallSummary.tsx'
import { CallFlow } from './ladder/CallFlow.tsx'
import { Part } from './Part.tsx'
import { CallRecordingPart } from './recording/CallRecordingPart.tsx'
import { RoutingSteps } from './routing/RoutingSteps.tsx'

export function WholeCallView({ whole }: { whole: WholeCall }) {
  const seesMoney = [useSees('sale'), useSees('purchase')].includes(true)
  const mayListen = useMay('recordings.view')
  // Parts that need other rights are absent.
  const { call, attempts, charges, steps } = whole
  const isRouted = attempts?.some(({ gateway_id }) => gateway_id !== null) ?? true
  const routing = steps && (
    <Part title={isRouted ? 'Why this route' : 'Why there is no route'}>
      <RoutingSteps steps={steps} deck={whole.deck_destination} />
    </Part>
  )
  return (
    <>
      <CallSummary call={call} deck={whole.deck_destination}>
        {!isRouted && routing}
      </CallSummary>
      {mayListen && call.answered_at !== null && (
        // The sound of one call is not played under another one.
        <CallRecordingPart key={call.call_id} call_id={call.call_id} />
      )}
      {attempts && call.dialled_number !== undefined && (
        <Part title="SIP flow">
          <CallFlow whole={whole} />
        </Part>
      )}
      {attempts && (
        <Part title="Attempts">
          <CallAttempts attempts={attempts} />
        </Part>
      )}
      {seesMoney && (
        <Part title="Money">
          <CallCharges call={call} charges={charges} />
        </Part>
      )}
      {isRouted && routing}
    </>
  )
}
