// Whether the recorders run, and how much space recordings take.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

/** Figures count from the start of the recorder, and are null while it does not run. */
const recorder = z.object({
  node_id: is.id,
  node_name: z.string(),
  is_running: z.boolean(),
  /** Recordings that could not be read or stored. */
  lost: z.number().nullable(),
  /** Recordings that were not stored because their space was full. */
  paused: z.number().nullable(),
})

const recordingState = z.object({
  /** One for each node; none for a user who does not see all accounts, with zeros below. */
  recorders: z.array(recorder),
  bytes: z.number(),
  /** The settings of the retention. */
  bytes_max: z.number(),
  days: z.number(),
})
export type RecordingState = z.output<typeof recordingState>

export const getRecordingState = endpoint({
  method: 'GET',
  path: '/api/recording-rules/state',
  summary: 'Whether the recorder of each node runs, and how much space recordings take',
  needs: 'recording_rules.view',
  answer: recordingState,
  passive: true,
})
