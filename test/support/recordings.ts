// Recording rules, recordings of calls, and the figures of a recorder as it writes them.
import type { BodyOf } from '#contract/endpoint.ts'
import type { createRecordingRule } from '#contract/recordings/recording-rules.ts'
import { RECORDER_PROCESS } from '#core/recording/recorder-figures.ts'
import { wavHeader } from '#core/recording/wav.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import { writeProcessMetrics } from '#db/metrics/process-metrics.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { insertCallRecording, type NewRecording } from '#db/recordings/call-recordings.ts'
import { recorderFamilies } from '#jobs/recordings/recorder-families.ts'
import { secretKeys } from './secret-keys.ts'

type RecordingRuleForm = BodyOf<typeof createRecordingRule>

export const recordingRuleForm = (change: Partial<RecordingRuleForm> = {}): RecordingRuleForm => ({
  name: 'Calls to Spain',
  status: 'active',
  account_ids: [],
  gateway_ids: [],
  called_prefixes: ['34'],
  caller_prefixes: [],
  ...change,
})

/** A WAV file as recordings have it: both sides in G.711, each with a tone of its own. */
export function stereoFile(encoding: 'PCMA' | 'PCMU', seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * 8000 * 2)
  const [loud, quiet] = encoding === 'PCMA' ? [0x2a, 0x55] : [0x00, 0x7f]
  for (let at = 0; at < samples.length; at += 2) {
    // Square waves of 400 and 800 Hz: the first bit of a code is the sign of its sample.
    const sign = (half: number) => (Math.floor(at / 2 / half) % 2) * 0x80
    samples[at] = loud ^ sign(10)
    samples[at + 1] = quiet ^ sign(5)
  }
  return Buffer.concat([wavHeader({ encoding, channels: 2, bytes: samples.length }), samples])
}

/** As the recorder stores it; some bytes, if no file is given. */
export async function storeRecording(
  database: Database,
  recording: Pick<NewRecording, 'call_id'> & Partial<NewRecording>,
  keys = secretKeys,
): Promise<void> {
  const connection = asSqlConnection(database)
  const whole: NewRecording = {
    at_ms: Date.now(),
    format: 'WAV',
    duration_ms: 60_000,
    file: Uint8Array.of(1, 2, 3),
    ...recording,
  }
  await makePartitions(connection, whole.at_ms, 1)
  await insertCallRecording(connection, keys, whole)
}

/** As the recorder of the first node, which runs from now on for 30 seconds. */
export async function writeRecorderFigures(
  database: Database,
  { lost, paused }: { readonly lost: number; readonly paused: number },
): Promise<void> {
  const families = recorderFamilies({ stored: 3, stored_seconds: 9, waiting: 0, lost, paused })
  const row = { node_id: 1, process: RECORDER_PROCESS, families }
  await writeProcessMetrics(asSqlConnection(database), row)
}
