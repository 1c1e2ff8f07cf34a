// The course of a call: its SIP messages where a rule has traced it, else what its records know.
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { WholeCall } from '#contract/calls/call-records.ts'
import {
  getSipMessageFile,
  listSipMessages,
  type TracedMessages,
} from '#contract/calls/sip-messages.ts'
import { FetchButton } from '../../actions/FetchButton.tsx'
import { download } from '../../http/download.ts'
import { useOne } from '../../http/use-endpoint.ts'
import { useMay } from '../../session/session.ts'
import { Failure } from '../../ui/Failure.tsx'
import { CallLadder } from './CallLadder.tsx'
import { type CallFacts, factsOfCall } from './ladder-notes.ts'
import { NotTraced } from './NotTraced.tsx'
import styles from './TracedLadder.module.css'
import { TracedLadderView } from './TracedLadderView.tsx'
import { tracedLadder } from './traced-ladder.ts'

export function CallFlow({ whole }: { whole: WholeCall }) {
  const { call } = whole
  const { call_id } = call
  const may = useMay('sip_messages.view')
  const traced = useOne(listSipMessages, { params: { call_id } }, { enabled: may })
  const facts = useMemo(() => factsOfCall(whole), [whole])
  if (traced.data && traced.data.messages.length > 0) {
    return (
      <TracedFlow traced={traced.data} facts={facts}>
        <DownloadPcap call_id={call_id} />
      </TracedFlow>
    )
  }
  return (
    <>
      <CallLadder attempts={whole.attempts} />
      {traced.data && (
        <NotTraced
          account_id={call.client_name ? call.account_id : undefined}
          called_prefix={call.prefix ?? whole.deck_destination?.prefix}
        />
      )}
      {traced.error && (
        <Failure message={traced.error.message} onRetry={() => void traced.refetch()} />
      )}
    </>
  )
}

interface TracedFlowProps {
  readonly traced: TracedMessages
  readonly facts: CallFacts
  readonly children?: ReactNode
}

export function TracedFlow({ traced, facts, children }: TracedFlowProps) {
  const ladder = useMemo(() => tracedLadder(traced, facts), [traced, facts])
  return (
    <>
      <TracedLadderView ladder={ladder} />
      <div className={styles.foot}>
        <p className="muted">
          Arrow keys move, Enter shows the message. ×2: sent twice.
          {traced.has_more && ` Only the first ${traced.messages.length} messages are shown.`}
        </p>
        {traced.messages.some(({ text }) => text !== '') && children}
      </div>
    </>
  )
}

function DownloadPcap({ call_id }: { call_id: string }) {
  return (
    <FetchButton
      label="Download PCAP"
      icon={<IconDownload size={15} />}
      load={() => download(getSipMessageFile, { params: { call_id } })}
    />
  )
}
