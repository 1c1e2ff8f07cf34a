// The actions, each with its effect, and the results of the last ones.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { executeActions } from '#contract/machine/machine.ts'
import {
  isOfNode,
  MACHINE_ACTION_IDS,
  MACHINE_ACTIONS,
  type MachineActionId,
} from '#core/permission/machine-actions.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useUser } from '../session/session.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import styles from './Management.module.css'
import { ACTION_WORDS, hasEffect, isRestart, needOf } from './machine-words.ts'
import type { Details, SystemInfo } from './system-details.ts'

type Result = AnswerOf<typeof executeActions>[number]

interface MachineActionsProps
  extends Pick<SystemInfo, 'is_draining' | 'nodes'>,
    Pick<Details, 'tasks'> {
  readonly node_id: number
}

/** Such as " of Oslo", where there are several nodes. */
function ofNode(nodes: SystemInfo['nodes'], id: MachineActionId, node_id: number): string {
  if (nodes.length < 2 || !isOfNode(id)) return ''
  return ` of ${nodes.find((node) => node.id === node_id)?.name ?? `node ${node_id}`}`
}

export function MachineActions({ is_draining, tasks, nodes, node_id }: MachineActionsProps) {
  const { permissions } = useUser()
  const [force, setForce] = useState(false)
  const [results, setResults] = useState<ReadonlyMap<MachineActionId, Result>>(new Map())
  const execute = useChange(executeActions, {
    onDone: (done) =>
      setResults(new Map([...results, ...done.map((one) => [one.id, one] as const)])),
  })
  const running = execute.isPending ? execute.variables.body.actions[0] : undefined
  const allowed = MACHINE_ACTION_IDS.filter((id) => permissions.includes(needOf(id)))

  async function ask(id: MachineActionId): Promise<void> {
    const { label, effect } = ACTION_WORDS[id]
    const isDangerous = MACHINE_ACTIONS[id].is_dangerous
    const sure =
      !isDangerous ||
      (await alert.confirm(effect, {
        title: `${label}${ofNode(nodes, id, node_id)}?`,
        yes: label,
        no: 'Cancel',
        dangerous: true,
        type_to_confirm: id,
      }))
    if (!sure) return
    const confirmed = isDangerous ? [id] : []
    const body = { actions: [id], confirmed, node_id, force: force && isRestart(id) }
    execute.mutate({ body })
  }

  return (
    <section className={`panel ${styles.panel}`} aria-label="Actions">
      <h2>Actions</h2>
      {allowed.length === 0 && <p className="muted">You have no permission for any action.</p>}
      {allowed.some(isRestart) && (
        <Checkbox
          label="Restart also during active calls"
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      )}
      <ScrollBox label="Actions">
        <table className={styles.table} aria-label="Actions">
          <TableHead columns={['Action', 'Effect', 'Result']} />
          <tbody>
            {allowed.map((id) => (
              <tr key={id}>
                <td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={running === id}
                    disabled={!hasEffect(id, is_draining) || (execute.isPending && running !== id)}
                    onClick={() => void ask(id)}
                  >
                    {ACTION_WORDS[id].label}
                  </Button>
                </td>
                <td>{ACTION_WORDS[id].effect}</td>
                <td className={styles.wraps}>
                  <ResultText result={results.get(id)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {tasks.length > 0 && <RecentTasks tasks={tasks} nodes={nodes} />}
    </section>
  )
}

function ResultText({ result }: { result: Result | undefined }) {
  if (!result) return null
  return (
    <span role="status">
      <Badge tone={result.ok ? 'success' : 'danger'}>{result.ok ? 'done' : 'failed'}</Badge>{' '}
      {result.message} <span className="muted">{result.ms} ms</span>
    </span>
  )
}

function RecentTasks({ tasks, nodes }: Pick<MachineActionsProps, 'tasks' | 'nodes'>) {
  return (
    <>
      <h2>Recent actions</h2>
      <ScrollBox label="Recent actions">
        <table className={styles.table} aria-label="Recent actions">
          <TableHead columns={['Requested', 'By', 'Action', 'State', 'Result']} />
          <tbody>
            {tasks.map((task) => (
              <tr key={task.id}>
                <td>
                  <DateTime at={task.requested_at} />
                </td>
                <td>{task.requested_by}</td>
                <td>
                  {ACTION_WORDS[task.action].label}
                  {ofNode(nodes, task.action, task.node_id)}
                </td>
                <td>
                  <Badge tone={task.is_ok === null ? 'info' : task.is_ok ? 'success' : 'danger'}>
                    {task.is_ok === null ? 'in progress' : task.is_ok ? 'done' : 'failed'}
                  </Badge>
                </td>
                <td className={styles.wraps}>{task.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  )
}
