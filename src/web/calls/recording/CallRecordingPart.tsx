// The recording of a call, to listen to or to keep; nothing for a call that has none.
import { IconDownload, IconHeadphones } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type CallRecording,
  getCallRecording,
  getRecordingFile,
} from '#contract/recordings/call-recordings.ts'
import { FetchButton } from '../../actions/FetchButton.tsx'
import { sendForFile } from '../../http/client.ts'
import { download } from '../../http/download.ts'
import { useOne } from '../../http/use-endpoint.ts'
import { Failure } from '../../ui/Failure.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { formatBytes, formatDuration } from '../../ui/values/format.ts'
import { Fact } from '../Fact.tsx'
import { Part } from '../Part.tsx'
import styles from '../WholeCall.module.css'
import { RecordingPlayer } from './RecordingPlayer.tsx'

export function CallRecordingPart({ call_id }: { call_id: string }) {
  const { data, error, refetch } = useOne(getCallRecording, { params: { call_id } })
  if (error && !data) {
    return (
      <Part title="Recording">
        <Failure message={error.message} onRetry={() => void refetch()} />
      </Part>
    )
  }
  if (!data?.recording) return null
  return (
    <Part title="Recording">
      <Recorded call_id={call_id} recording={data.recording} />
    </Part>
  )
}

interface RecordedProps {
  readonly call_id: string
  readonly recording: CallRecording
}

function Recorded({ call_id, recording }: RecordedProps) {
  const [sound, setSound] = useState<Blob>()
  const { at, format, duration_ms, bytes } = recording
  const call = { params: { call_id } }
  const isSound = format === 'WAV'
  const listen = async () => setSound((await sendForFile(getRecordingFile, call)).blob)
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Begins">
          <DateTime at={at} />
        </Fact>
        <Fact name="Length">{formatDuration(duration_ms / 1000)}</Fact>
        <Fact name="Size">{formatBytes(bytes)}</Fact>
        {isSound && <Fact name="Channels">Caller left, called party right</Fact>}
      </dl>
      {sound && <RecordingPlayer sound={sound} />}
      <div className={styles.buttons}>
        {isSound && !sound && (
          <FetchButton label="Listen" icon={<IconHeadphones size={15} />} load={listen} />
        )}
        <FetchButton
          label="Download"
          icon={<IconDownload size={15} />}
          load={() => download(getRecordingFile, call)}
        />
      </div>
      <p className="muted">
        {!isSound && 'In a codec that the console does not play: open it in Wireshark. '}
        {isSound ? 'Listening and downloading are' : 'Downloading is'} noted in the activity log.
      </p>
    </>
  )
}
