import type * as contract from '#contract/recordings/call-recordings.ts'
import { findEndedCall } from '#db/calls/call-messages.ts'
import { findCallRecording, readCallRecording } from '#db/recordings/call-recordings.ts'
import { noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

const UNREADABLE =
  'The recording cannot be decrypted: its key is not in secrets/secret-keys, or it was changed.'

export const callRecordings: HandlersOf<typeof contract> = {
  async getCallRecording({ database, caller: { scope }, params: { call_id } }) {
    found(await findEndedCall(database, scope, call_id))
    const recording = await findCallRecording(database, scope, call_id)
    if (!recording) return { recording: null }
    const { at_ms, format, duration_ms, total_bytes: bytes } = recording
    return { recording: { at: new Date(at_ms).toISOString(), format, duration_ms, bytes } }
  },

  async getRecordingFile({ database, secretKeys, caller, params: { call_id }, origin }) {
    found(await findEndedCall(database, caller.scope, call_id))
    const recording = found(await findCallRecording(database, caller.scope, call_id))
    // Before the file is read: who listens is known, even if his connection breaks.
    await noteActivity(
      database,
      { caller, origin },
      {
        action: 'EXPORT',
        entity: 'call_recording',
        entity_id: call_id,
        entity_name: `Recording of call ${call_id}`,
        changes: {},
      },
    )
    const bytes = await readCallRecording(database, secretKeys, call_id, recording)
    if (!bytes) throw new Problem('not-found', { message: UNREADABLE })
    return { name: `call-${call_id}.${recording.format.toLowerCase()}`, bytes }
  },
}
