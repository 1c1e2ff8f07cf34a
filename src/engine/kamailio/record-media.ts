// Recording by rtpengine: it writes the packets of a call to a file, until the call ends.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ANNOUNCEMENT_FILES } from '#core/recording/announcement.ts'
import { writeRecordingNote } from '#core/recording/recording-note.ts'
import type { Bencoded } from './bencode.ts'
import type { Recorded } from './switch-link.ts'

type Ask = (question: Bencoded) => Promise<Bencoded | undefined>

/** A longer announcement is cut. */
const ANNOUNCEMENT_MS_MAX = 15_000

const done = z.object({ result: z.literal('ok') })
const played = z.object({ result: z.literal('ok'), duration: z.number().int().min(0) })
const sides = z.object({
  tags: z.record(
    z.string(),
    z.object({
      medias: z.array(z.object({ streams: z.array(z.object({ 'local port': z.number() })) })),
    }),
  ),
})

/** Repeated for a call that is recorded already, it only plays the announcement again. */
export async function recordMedia(
  ask: Ask,
  folder: string,
  { call_id, sip_call_id, from_tag, announcement }: Recorded,
): Promise<void> {
  const call = { 'call-id': sip_call_id }
  const found = sides.safeParse(await ask({ ...call, command: 'query' })).data?.tags[from_tag]
  const caller_ports = (found?.medias ?? []).flatMap(({ streams }) =>
    streams.map((stream) => stream['local port']),
  )
  if (caller_ports.length === 0) throw new Error('rtpengine does not know the caller')
  const record = async () => {
    const metadata = writeRecordingNote({ call_id, caller_ports })
    const begun = await ask({ ...call, command: 'start recording', metadata })
    if (!done.safeParse(begun).success) throw new Error('rtpengine does not record')
  }
  if (announcement === 'NONE') await record()
  else await announce(ask, call, join(folder, ANNOUNCEMENT_FILES[announcement]), record)
}

/**
 * Both sides get the file and nothing else: two streams at once would be garbled. The recording
 * begins before they are let through, so that it has their first word.
 */
async function announce(
  ask: Ask,
  call: { 'call-id': string },
  file: string,
  record: () => Promise<void>,
): Promise<void> {
  const all = { ...call, flags: ['all'] }
  const playing = played.safeParse(await ask({ ...all, command: 'play media', file }))
  if (!playing.success) throw new Error(`rtpengine does not play ${file}`)
  await ask({ ...all, command: 'block media' })
  try {
    await sleep(Math.min(playing.data.duration, ANNOUNCEMENT_MS_MAX))
    await record()
  } finally {
    await ask({ ...all, command: 'unblock media' })
  }
}
