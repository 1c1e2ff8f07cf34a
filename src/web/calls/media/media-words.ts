// The media quality of one direction of a call, in words.
import type { CallRecord } from '#contract/calls/call-records.ts'
import type { SilentSide } from '#core/call/one-way-audio.ts'
import type { Choice } from '../../ui/form/SelectField.tsx'
import { NONE } from '../../ui/values/format.ts'

type Side = NonNullable<CallRecord['media']>['caller']

/** The satisfaction of users by ITU-T G.107, annex B. */
const GRADES = [
  [4, 'Good'],
  [3.6, 'Fair'],
  [3.1, 'Poor'],
] as const

const gradeOf = (mos: number): string => GRADES.find(([least]) => mos >= least)?.[1] ?? 'Bad'

/** "Good, MOS 4.3, 0 % lost, 2 ms jitter, 40 ms round trip, PCMA, 600 packets". */
export function mediaWords(side: Side): string {
  const { mos, jitter_ms, loss_percent, round_trip_ms, codec, packets } = side
  if (packets === 0) return 'No audio'
  const words = [
    mos !== null && `${gradeOf(mos)}, MOS ${mos.toFixed(1)}`,
    loss_percent !== null && `${loss_percent} % lost`,
    jitter_ms !== null && `${jitter_ms} ms jitter`,
    round_trip_ms != null && `${round_trip_ms} ms round trip`,
    codec,
    packets !== null && `${packets} packets`,
  ].filter(Boolean)
  return words.length === 0 ? NONE : words.join(', ')
}

export const SILENT_SIDE_LABELS: Readonly<Record<SilentSide, string>> = {
  CALLER: 'No audio from the caller',
  CALLEE: 'No audio from the called party',
}

export const SILENT_SIDE_CHOICES: readonly Choice[] = Object.entries(SILENT_SIDE_LABELS).map(
  ([value, label]) => ({ value, label }),
)
