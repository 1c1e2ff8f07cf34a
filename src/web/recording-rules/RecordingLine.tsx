import { getRecordingState } from '#contract/recordings/recording-state.ts'
import { NodeProcessLine } from '../call-rules/NodeProcessLine.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { recordingInWords } from './recording-words.ts'

const POLL_MS = 15_000

export function RecordingLine() {
  return (
    <NodeProcessLine
      query={useOne(getRecordingState, {}, { every_ms: POLL_MS })}
      name="recorder"
      processesOf={({ recorders }) => recorders}
      figuresOf={recordingInWords}
      full="Recordings take all of their space: new ones are lost until old ones are removed."
    />
  )
}
