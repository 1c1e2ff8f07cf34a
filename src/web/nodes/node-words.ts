import type { Node } from '#contract/machine/nodes.ts'
import type { NodeState } from '#core/node-state.ts'
import type { Tone } from '../ui/values/Badge.tsx'

export const NODE_STATES: Readonly<Record<NodeState, { word: string; tone: Tone }>> = {
  WAITING: { word: 'Waiting to join', tone: 'info' },
  CODE_EXPIRED: { word: 'Code expired', tone: 'warning' },
  RUNNING: { word: 'Running', tone: 'success' },
  DRAINING: { word: 'Draining', tone: 'warning' },
  DRAINED: { word: 'Drained', tone: 'neutral' },
  STOPPED: { word: 'Stopped', tone: 'neutral' },
  SILENT: { word: 'Silent', tone: 'danger' },
}

/** Times of calls of two nodes cannot be compared any more. */
const CLOCK_OFFSET_MAX_MS = 500

export const isClockWrong = ({ clock_offset_ms: offset }: Pick<Node, 'clock_offset_ms'>): boolean =>
  offset !== null && Math.abs(offset) > CLOCK_OFFSET_MAX_MS

/** The command that starts the program on the new machine, with two gaps. */
export const joinCommand = (code: string): string =>
  `ROLE=node JOIN_CODE=${code} DATABASE_URL=<the address of your database> ` +
  'SIP_LISTEN=udp:<its address>:5060 npm start'

export const drainEffect = (isLast: boolean): string =>
  'It answers new calls, registrations and pings with 503. Active calls continue.' +
  (isLast ? ' No other node runs: the whole switch refuses new calls.' : '')

export const REMOVE_EFFECT =
  'Its program ends and deletes its secrets. It cannot come back: a new node gets another number.'
