// The figures of the recorders in words: of all nodes together.
import type { RecordingState } from '#contract/recordings/recording-state.ts'
import { spaceInWords, sumOfNodes } from '../call-rules/node-process-words.ts'
import { formatDecimal } from '../ui/values/format.ts'

/** Recordings that were not stored, and the space of those that were: each a part of one line. */
export function recordingInWords(state: RecordingState): readonly string[] {
  const paused = sumOfNodes('paused', state.recorders)
  return [
    `${formatDecimal(sumOfNodes('lost', state.recorders))} lost since start`,
    ...(paused > 0 ? [`${formatDecimal(paused)} not stored because space was full`] : []),
    ...spaceInWords(state),
  ]
}
