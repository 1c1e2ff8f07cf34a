// The processes of this machine, as /proc shows them.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

interface Found {
  readonly parent: number
  /** The id of the process that leads its group. */
  readonly group: number
  /** A process id comes again, but not with the same begin. */
  readonly began: string
  /** Time of the processor that it has used, for itself and for the system's work. */
  readonly cpu_seconds: number
}

/** Linux counts processor time in hundredths of a second. */
export const TICKS_A_SECOND = 100

/** All that run, by their id; one that ended and was not waited for is none. */
export function processesNow(): Map<number, Found> {
  const found = new Map<number, Found>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // After the name in parentheses: state, parent, group; the begin is the 22nd field of all.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [state, parent, group] = fields
      if (state === 'Z') continue
      found.set(Number(name), {
        parent: Number(parent),
        group: Number(group),
        began: fields[19] ?? '',
        cpu_seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
      })
    } catch {
      // It ended meanwhile.
    }
  }
  return found
}

/**
 * Whether all of these wait for something: one that works does not, nor does one that writes down
 * its memory before it dies. One that has ended is not looked at.
 */
export function areAtRest(pids: readonly number[]): boolean {
  return pids.every((pid) => {
    const status = factOf(pid, 'status')
    return status === '' || (/^State:\tS/m.test(status) && !/^CoreDumping:\t1/m.test(status))
  })
}

/** Its file or link below /proc, `cmdline` say; empty if it has ended, or is another user's. */
export function factOf(pid: number, name: 'cmdline' | 'environ' | 'status' | 'cwd'): string {
  const path = `/proc/${pid}/${name}`
  try {
    return name === 'cwd' ? readlinkSync(path) : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export function descendantsOf(
  ancestor: number,
  found: ReadonlyMap<number, Found>,
): [number, Found][] {
  const children = [...found].filter(([, { parent }]) => parent === ancestor)
  return children.flatMap((child) => [child, ...descendantsOf(child[0], found)])
}
