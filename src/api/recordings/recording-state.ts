import type * as contract from '#contract/recordings/recording-state.ts'
import { RECORDER_METRICS, RECORDER_PROCESS } from '#core/recording/recorder-figures.ts'
import { asSqlConnection } from '#db/database.ts'
import { listProcessFigures } from '#db/metrics/process-figures.ts'
import { readRecordingSpace } from '#db/recordings/call-recordings.ts'
import { readSettings } from '#db/settings.ts'
import type { HandlersOf } from '../http/handle.ts'

const UNSEEN = { recorders: [], bytes: 0, bytes_max: 0, days: 0 }

export const recordingState: HandlersOf<typeof contract> = {
  async getRecordingState({ database, caller: { scope } }) {
    // Recordings are those of all accounts.
    if (scope.kind !== 'everything') return UNSEEN
    const recorders = await listProcessFigures(database, scope, RECORDER_PROCESS, {
      lost: `${RECORDER_METRICS}lost_total`,
      paused: `${RECORDER_METRICS}paused_total`,
    })
    const space = await readRecordingSpace(asSqlConnection(database))
    const { recording_days: days } = await readSettings(database)
    return { recorders, ...space, days }
  },
}
