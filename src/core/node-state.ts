// The state of a call node, from what is known of it (ADR-0040).

export const NODE_STATES = [
  // It was added, and its code is good.
  'WAITING',
  // It has not joined, and its code has expired or was refused.
  'CODE_EXPIRED',
  'RUNNING',
  // It refuses new calls, and has some.
  'DRAINING',
  'DRAINED',
  // It was shut down.
  'STOPPED',
  // It has joined, and its supervisor gives no sign of life.
  'SILENT',
] as const
export type NodeState = (typeof NODE_STATES)[number]

interface KnownOfNode {
  readonly is_joined: boolean
  readonly has_good_code: boolean
  /** It was shut down; silent it is then too. */
  readonly is_stopped: boolean
  readonly is_silent: boolean
  readonly is_drained: boolean
  readonly calls: number
}

export function nodeStateOf(node: KnownOfNode): NodeState {
  if (!node.is_joined) return node.has_good_code ? 'WAITING' : 'CODE_EXPIRED'
  if (node.is_stopped) return 'STOPPED'
  if (node.is_silent) return 'SILENT'
  if (!node.is_drained) return 'RUNNING'
  return node.calls > 0 ? 'DRAINING' : 'DRAINED'
}

/** Whether no call ends by its removal; a silent node's calls are closed by another one. */
export const isRemovable = (state: NodeState): boolean =>
  state !== 'RUNNING' && state !== 'DRAINING'

/** Whether it has its secrets: a node that has joined needs no code. */
export const hasJoined = (state: NodeState): boolean =>
  state !== 'WAITING' && state !== 'CODE_EXPIRED'
