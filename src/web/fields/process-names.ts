// Processes by name: with several nodes, each of them has most.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { systemInfo } from '#contract/machine/machine.ts'

type SystemInfo = AnswerOf<typeof systemInfo>
type ListedProcess = SystemInfo['processes'][number]
type Process = Pick<ListedProcess, 'name' | 'node_name'>

/** Such as "kamailio", or with several nodes "kamailio of Oslo". */
export const processName = (
  { name, node_name }: Process,
  { nodes }: Pick<SystemInfo, 'nodes'>,
): string => (nodes.length > 1 ? `${name} of ${node_name}` : name)

/**
 * Nodes none of whose processes reports, where others go on; and the processes of all others. It is
 * no fault that a node was shut down.
 */
export function withoutSilent({ nodes, processes }: Pick<SystemInfo, 'nodes' | 'processes'>) {
  const isStopped = ({ state }: ListedProcess) => state === 'stopped'
  const gone = nodes.filter(({ id }) => {
    const own = processes.filter(({ node_id }) => node_id === id)
    return nodes.length > 1 && own.length > 0 && own.every(isStopped)
  })
  const isOfGone = ({ node_id }: ListedProcess) => gone.some(({ id }) => id === node_id)
  return {
    silent: gone.filter(({ is_stopped }) => !is_stopped),
    processes: processes.filter((process) => !isOfGone(process)),
  }
}
