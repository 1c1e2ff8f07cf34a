// Archives of files, made and unpacked by the program tar.
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type SystemUser, startChild } from '../processes/child.ts'

const SOME_FILES_CHANGED = 1

interface Packing {
  readonly folder: string
  /** Relative to the folder. */
  readonly files: readonly string[]
  readonly left_out?: readonly string[]
  readonly user?: SystemUser
  /** Files that change while they are read are no failure. */
  readonly may_change?: boolean
}

/** The archive, and its end, which fails with what tar says. */
export function pack({ folder, files, left_out = [], user, may_change }: Packing): {
  readonly archive: Readable
  readonly ended: Promise<void>
} {
  const args = [
    ...['--create', '--file=-', `--directory=${folder}`, '--sparse'],
    ...['--warning=no-file-changed', '--warning=no-file-removed'],
    ...left_out.map((pattern) => `--exclude=${pattern}`),
    ...files,
  ]
  const tar = startChild({ program: 'tar', args, user }, ['ignore', 'pipe', 'pipe'])
  const ended = endOf(tar, may_change === true)
  // It may fail before its caller awaits it.
  ended.catch(() => {})
  return { archive: tar.stdout as Readable, ended }
}

/** Reads the archive to its last byte, so that a checksum over it is one of all of it. */
export async function unpack(archive: Readable, folder: string, user?: SystemUser): Promise<void> {
  const args = ['--extract', '--file=-', `--directory=${folder}`, '--ignore-zeros']
  const tar = startChild({ program: 'tar', args, user }, ['pipe', 'ignore', 'pipe'])
  await Promise.all([pipeline(archive, tar.stdin as Writable), endOf(tar, false)])
}

async function endOf(tar: ReturnType<typeof startChild>, may_change: boolean): Promise<void> {
  const said = textOf(tar.stderr as Readable)
  const [code, signal] = (await once(tar, 'exit')) as [number | null, string | null]
  if (code === 0 || (may_change && code === SOME_FILES_CHANGED)) return
  throw new Error(`tar ended with ${signal ?? code}: ${(await said).trim().slice(0, 500)}`)
}
