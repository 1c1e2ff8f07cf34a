// The log files of the programs that we start: appended to, and kept short.
import * as fs from 'node:fs/promises'

const BYTES_MAX = 50_000_000
const TAIL_BYTES = 8000

/** Opens for appending, which is what lets `keepShort` empty the file under a running program. */
export async function openLog(path: string): Promise<fs.FileHandle> {
  return await fs.open(path, 'a', 0o600)
}

/**
 * Copies a file that has grown long to `.1` and empties it: a program that runs for years has it
 * open.
 */
export async function keepShort(path: string): Promise<void> {
  const { size } = await fs.stat(path).catch(() => ({ size: 0 }))
  if (size < BYTES_MAX) return
  await fs.copyFile(path, `${path}.1`)
  await fs.truncate(path)
}

/** The last lines, for the message that says why a program ended. */
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
