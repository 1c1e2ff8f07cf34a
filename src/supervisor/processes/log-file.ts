// The log files of the programs that we start: appended to, and kept short.
import { createReadStream, createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

const BYTES_MAX = 25_000_000
const TAIL_BYTES = 8000

/** Opens for appending, which is what lets `keepShort` empty the file under a running program. */
export async function openLog(path: string): Promise<fs.FileHandle> {
  return await fs.open(path, 'a', 0o600)
}

/**
 * Empties a file that has grown long, because a program that runs for years has it open, and keeps
 * its end beside it as `.1`. Both together take no more than twice `bytes_max`, but for what was
 * written since the last time; where even that has no room, the file is emptied all the same.
 * Answers whether it had `bytes_least`.
 */
export async function keepShort(
  path: string,
  bytes_max = BYTES_MAX,
  bytes_least = bytes_max,
): Promise<boolean> {
  const { size } = await fs.stat(path).catch(() => ({ size: 0 }))
  if (size < bytes_least) return false
  try {
    // First, so that there are never three of them.
    await fs.rm(`${path}.1`, { force: true })
    const end = createReadStream(path, { start: Math.max(0, size - bytes_max), end: size - 1 })
    await pipeline(end, createWriteStream(`${path}.1`, { mode: 0o600 }))
  } finally {
    await fs.truncate(path)
  }
  return true
}

/** The last lines, for the message about the end of a program. */
export async function tail(path: string, lines: number): Promise<string> {
  const file = await fs.open(path, 'r').catch(() => undefined)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - TAIL_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, start)
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-lines).join('\n')
  } finally {
    await file.close()
  }
}

/**
 * The last line in which a daemon complains, without what differs at each try: time, process,
 * pointers.
 */
export async function lastComplaint(path: string): Promise<string> {
  const lines = (await tail(path, 40)).split('\n')
  const complaint = lines.findLast((line) => /\b(ERR|ERROR|CRIT|CRITICAL)\b/.test(line))
  return (complaint ?? lines.at(-1) ?? '')
    .replace(/^\s*(\[[\d.]+\]|\d+\(\d+\))\s*/, '')
    .replace(/\b0x[0-9a-f]+\b/g, '0x…')
}
