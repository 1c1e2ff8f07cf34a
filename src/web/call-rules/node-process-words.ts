// The tracers, or the recorders, of all nodes together in words, and the space of what they store.
import type { Tone } from '../ui/values/Badge.tsx'
import { count, formatBytes } from '../ui/values/format.ts'

export interface NodeProcess {
  readonly node_name: string
  readonly is_running: boolean
}

interface ProcessesInWords {
  readonly text: string
  /** On which nodes, behind the text; empty where there is one node. */
  readonly where: string
  readonly tone: Tone
}

/** `name` is that of one of them, such as `tracer`. */
export function processesInWords(
  name: string,
  processes: readonly NodeProcess[],
): ProcessesInWords {
  const isOne = processes.length === 1
  const away = processes.filter(({ is_running }) => !is_running)
  if (away.length === 0) {
    const where = isOne ? '' : ` on all ${processes.length} nodes`
    return { text: `The ${name} runs`, where, tone: 'success' }
  }
  const where = isOne ? '' : ` on ${away.map(({ node_name }) => node_name).join(', ')}`
  return { text: `The ${name} does not run`, where, tone: 'danger' }
}

/** The sum of a figure of all of them; one that does not run has none. */
export const sumOfNodes = <Name extends string>(
  name: Name,
  processes: readonly Readonly<Record<Name, number | null>>[],
): number => processes.reduce((sum, process) => sum + (process[name] ?? 0), 0)

interface Space {
  readonly bytes: number
  readonly bytes_max: number
  readonly days: number
}

export const spaceInWords = ({ bytes, bytes_max, days }: Space): readonly string[] => [
  `${formatBytes(bytes)} of ${formatBytes(bytes_max)}`,
  `kept for ${count(days, 'day', 'days')}`,
]

/** While it is, nothing is stored. */
export const isSpaceFull = ({ bytes, bytes_max }: Omit<Space, 'days'>): boolean => bytes > bytes_max
