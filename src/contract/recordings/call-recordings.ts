// The recording of a call.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

const params = z.object({ call_id: is.callId })

const callRecording = z.object({
  at: is.instant,
  /**
   * WAV has the caller on the left channel and the called party on the right. PCAP has the packets
   * of a call in another codec than G.711.
   */
  format: z.enum(['WAV', 'PCAP']),
  duration_ms: z.number(),
  bytes: z.number(),
})
export type CallRecording = z.output<typeof callRecording>

export const getCallRecording = endpoint({
  method: 'GET',
  path: '/api/cdr/:call_id/recording',
  summary: 'Whether a call was recorded, and how',
  needs: 'recordings.view',
  params,
  answer: z.object({ recording: callRecording.nullable() }),
})

export const getRecordingFile = endpoint({
  method: 'GET',
  path: '/api/cdr/:call_id/recording/file',
  summary: 'The recording as a WAV or PCAP file; noted in the activity log',
  needs: 'recordings.view',
  params,
  file_type: 'application/octet-stream',
  heavy: true,
})
