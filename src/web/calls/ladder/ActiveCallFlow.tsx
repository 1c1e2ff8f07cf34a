// The SIP messages of an active call as they come, if a rule traces it.
import { useMemo } from 'react'
import type { getActiveCall } from '#contract/calls/active-calls.ts'
import { listActiveSipMessages } from '#contract/calls/sip-messages.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { useOne } from '../../http/use-endpoint.ts'
import { TracedFlow } from './CallFlow.tsx'
import type { CallFacts } from './ladder-notes.ts'
import { NotTraced } from './NotTraced.tsx'

interface ActiveCallFlowProps {
  readonly active: AnswerOf<typeof getActiveCall>
  readonly every_ms: number
  readonly isOver: boolean
}

export function ActiveCallFlow({ active, every_ms, isOver }: ActiveCallFlowProps) {
  const { call_id } = active.call
  const live = { every_ms, enabled: !isOver }
  const traced = useOne(listActiveSipMessages, { params: { call_id } }, live)
  const { steps } = active
  const facts = useMemo(
    (): CallFacts => ({
      ...{ decided_at: undefined, ended_at: undefined, steps },
      ...{ attempts: [], charges: [] },
    }),
    [steps],
  )
  return (
    <Loaded query={traced}>
      {(data) =>
        data.messages.length > 0 ? (
          <TracedFlow traced={data} facts={facts} />
        ) : (
          <NotTraced account_id={active.call.account_id} called_prefix={ratedPrefix(steps)} />
        )
      }
    </Loaded>
  )
}

/** The prefix of the client's rate, as far as the user sees the decision. */
function ratedPrefix(
  steps: ActiveCallFlowProps['active']['steps'] | undefined,
): string | undefined {
  const rate = steps?.find(({ step, facts }) => step === 'RATE' && facts.depth === 0)
  return rate && String(rate.facts.prefix ?? '')
}
