// The announcement to both sides of a call before it is recorded.
import { wavHeader } from './wav.ts'

/** A short tone, or a file that the operator puts beside the recordings of each node. */
export const RECORDING_ANNOUNCEMENTS = ['NONE', 'TONE', 'MESSAGE'] as const
export type RecordingAnnouncement = (typeof RECORDING_ANNOUNCEMENTS)[number]

/** In the folder of the recordings. */
export const ANNOUNCEMENT_FILES = { TONE: 'tone.wav', MESSAGE: 'announcement.wav' } as const

const RATE = 8000
/** 1,400 Hz for half a second, as recording warning tones are (ITU-T E.180, supplement 2). */
const TONE_HZ = 1400
const TONE_SECONDS = 0.5
const LOUDNESS = 8000

/** The tone as a WAV file of 16 bits and one channel. */
export function toneFile(): Uint8Array {
  const samples = RATE * TONE_SECONDS
  const header = wavHeader({ encoding: 'LINEAR', channels: 1, bytes: samples * 2 })
  const file = new Uint8Array(header.length + samples * 2)
  file.set(header)
  const view = new DataView(file.buffer, header.length)
  for (let at = 0; at < samples; at++) {
    view.setInt16(
      at * 2,
      Math.round(LOUDNESS * Math.sin((2 * Math.PI * TONE_HZ * at) / RATE)),
      true,
    )
  }
  return file
}
