// The processes of this machine, as /proc shows them.
import { readdirSync, readFileSync } from 'node:fs'

interface Found {
  readonly parent: number
  /** A process id comes again, but not with the same begin. */
  readonly began: string
}

/** All that run, by their id; one that ended and was not waited for is none. */
export function processesNow(): Map<number, Found> {
  const found = new Map<number, Found>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // After the name in parentheses: state, parent; the begin is the 22nd field of all.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z') continue
      found.set(Number(name), { parent: Number(fields[1]), began: fields[19] ?? '' })
    } catch {
      // It ended meanwhile.
    }
  }
  return found
}

export function descendantsOf(
  ancestor: number,
  found: ReadonlyMap<number, Found>,
): [number, Found][] {
  const children = [...found].filter(([, { parent }]) => parent === ancestor)
  return children.flatMap((child) => [child, ...descendantsOf(child[0], found)])
}
