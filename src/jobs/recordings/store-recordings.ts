// Takes the packets of recorded calls that rtpengine has left on the disk, makes them a sound file,
// and stores that, encrypted. What is stored is deleted from the disk.
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Logger } from 'pino'
import { PcapReader } from '#core/recording/read-pcap.ts'
import { readRecordingFacts } from '#core/recording/recording-note.ts'
import { StereoSound } from '#core/recording/stereo-sound.ts'
import { isRefusedRow, type SqlConnection } from '#db/database.ts'
import {
  insertCallRecording,
  type NewRecording,
  readRecordingSpace,
} from '#db/recordings/call-recordings.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'

/** Calls of a codec that we do not decode are kept as packets, up to this size. */
const PACKETS_BYTES_MAX = 256_000_000
/** rtpengine itself ends calls without packets before this. */
const ABANDONED_MS = 2 * 3_600_000

interface RecorderOptions {
  readonly folder: string
  readonly connection: SqlConnection
  readonly keys: SecretKeys
  readonly log: Logger
  readonly now_ms: () => number
}

export interface RecorderFigures {
  readonly stored: number
  readonly stored_seconds: number
  /** Unreadable, refused by the database, or left by an rtpengine that has ended. */
  readonly lost: number
  /** Not stored, because all of them take as much of the disk as they may. */
  readonly paused: number
  /** Ended calls whose recording is still to be stored. */
  readonly waiting: number
}

export class Recorder {
  readonly #options: RecorderOptions
  readonly #figures = { stored: 0, stored_seconds: 0, lost: 0, paused: 0, waiting: 0 }
  #is_paused = false

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  figures(): RecorderFigures {
    return this.#figures
  }

  /** Pauses or continues, by the size of all recordings. */
  async checkSpace(): Promise<void> {
    const { connection, log } = this.#options
    const { bytes, bytes_max } = await readRecordingSpace(connection)
    const is_full = bytes > bytes_max
    if (is_full && !this.#is_paused) {
      log.warn({ bytes, bytes_max }, 'recordings take all of their space: none is stored')
    }
    this.#is_paused = is_full
  }

  /** Stores the recordings of calls that have ended; throws if the database does not take one. */
  async store(): Promise<void> {
    const folder = join(this.#options.folder, 'metadata')
    const names = (await readdir(folder)).toSorted()
    this.#figures.waiting = names.length
    for (const name of names) {
      await this.#storeOne(join(folder, name))
      this.#figures.waiting -= 1
    }
    await this.#dropAbandoned()
  }

  async #storeOne(facts_file: string): Promise<void> {
    const { folder, connection, keys, log } = this.#options
    const facts = readRecordingFacts(await readFile(facts_file, 'utf8'))
    // Only the name: no other folder is touched, whatever the file says.
    const pcap = facts && join(folder, 'pcaps', basename(facts.pcap))
    try {
      if (this.#is_paused) this.#figures.paused += 1
      else if (!facts || !pcap) throw new Unreadable('its facts are not those of a call')
      else {
        const recording = await readRecording(pcap, facts)
        if (recording) {
          await insertCallRecording(connection, keys, recording)
          this.#figures.stored += 1
          this.#figures.stored_seconds += recording.duration_ms / 1000
        }
      }
    } catch (error) {
      if (!(error instanceof Unreadable) && !isRefusedRow(error)) throw error
      this.#figures.lost += 1
      log.error({ call_id: facts?.call_id, error: String(error) }, 'a recording is lost')
    }
    if (pcap) await rm(pcap, { force: true })
    await rm(facts_file, { force: true })
  }

  /** Packets of an rtpengine that has ended: so have its calls, and no facts will follow. */
  async #dropAbandoned(): Promise<void> {
    const { folder, now_ms, log } = this.#options
    for (const name of await readdir(join(folder, 'pcaps'))) {
      const file = join(folder, 'pcaps', name)
      if (now_ms() - (await stat(file)).mtimeMs < ABANDONED_MS) continue
      log.error({ file: name }, 'a recording is lost: rtpengine ended during its call')
      this.#figures.lost += 1
      await rm(file, { force: true })
      await dropFacts(join(folder, 'tmp'), name)
    }
  }
}

/** `<call>.pcap` and `rtpengine-meta-<call>.tmp`. */
const dropFacts = (folder: string, pcap: string): Promise<void> =>
  rm(join(folder, `rtpengine-meta-${pcap.replace(/\.pcap$/, '')}.tmp`), { force: true })

class Unreadable extends Error {}

/** Undefined for a call of which no packet came. */
async function readRecording(
  pcap: string,
  { call_id, caller_ports }: { call_id: string; caller_ports: readonly number[] },
): Promise<NewRecording | undefined> {
  const reader = new PcapReader()
  const sound = new StereoSound(caller_ports)
  let first_us: number | undefined
  let last_us = 0
  try {
    for await (const piece of createReadStream(pcap)) {
      for (const packet of reader.read(piece as Buffer)) {
        first_us ??= packet.at_us
        last_us = packet.at_us
        sound.add(packet)
      }
    }
  } catch (cause) {
    throw new Unreadable(`its packets cannot be read: ${String(cause)}`, { cause })
  }
  if (first_us === undefined) return undefined
  const at_ms = Math.floor(first_us / 1000)
  const read = sound.finish()
  if (read) return { call_id, at_ms, format: 'WAV', ...read }
  const { size } = await stat(pcap)
  if (size > PACKETS_BYTES_MAX) throw new Unreadable(`its packets take ${size} bytes`)
  const duration_ms = Math.round((last_us - first_us) / 1000)
  return { call_id, at_ms, format: 'PCAP', duration_ms, file: await readFile(pcap) }
}
