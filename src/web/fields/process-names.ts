// Processes by name: with several nodes, each of them has most.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { systemInfo } from '#contract/machine/machine.ts'

type SystemInfo = AnswerOf<typeof systemInfo>
type Process = Pick<SystemInfo['processes'][number], 'name' | 'node_name'>

/** Such as "kamailio", or with several nodes "kamailio of Oslo". */
export const processName = (
  { name, node_name }: Process,
  { nodes }: Pick<SystemInfo, 'nodes'>,
): string => (nodes.length > 1 ? `${name} of ${node_name}` : name)
