// A banner with what no alarm can say: the switch is drained, a program has a known vulnerability
// or is not installed, and all that is wrong while the jobs, which judge alarms, are away.

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { acknowledgeWarning, systemInfo } from '#contract/machine/machine.ts'
import { TEST_LINE_PROCESS } from '#core/test-line.ts'
import { alert } from '../alerts/alerts.ts'
import { processName, withoutSilent } from '../fields/process-names.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { count } from '../ui/values/format.ts'
import styles from './SwitchBanner.module.css'

const POLL_MS = 5000

const PROCESS_STATES = {
  stopped: 'is stopped',
  missing: 'is not installed',
  failing: 'keeps failing',
} as const

type SystemInfo = AnswerOf<typeof systemInfo>
type Process = SystemInfo['processes'][number]

export function SwitchBanner() {
  const may = useMay('system.view')
  const { data } = useOne(systemInfo, {}, { every_ms: POLL_MS, enabled: may })
  const seesAlarms = useMay('alarms.view')
  if (!data) return null
  const isJudged = seesAlarms && data.processes.some(judgesAlarms)
  const { nodes } = data
  const all = data.processes.filter(({ name }) => name !== TEST_LINE_PROCESS)
  const { silent, processes } = withoutSilent({ nodes, processes: all })
  return (
    <>
      <Processes
        nodes={nodes}
        silent={isJudged ? [] : silent}
        processes={isJudged ? processes.filter(isNoAlarm) : processes}
      />
      {data.is_draining && (
        <Banner title="New calls are refused: the switch is drained.">
          <Link to={paths.admin.management}>Management</Link> has the action "Drain off".
        </Banner>
      )}
      {!isJudged && data.failing_work.length > 0 && <FailingWork all={data.failing_work} />}
      {!isJudged && data.unclosed_calls.count > 0 && <UnclosedCalls {...data.unclosed_calls} />}
    </>
  )
}

const JOBS = 'jobs'
const SUPERVISOR = 'supervisor'

const judgesAlarms = ({ name, state }: Process) => name === JOBS && state === 'running'

/** No rule is about a program that is not installed, about warnings, or about the supervisor. */
const isNoAlarm = ({ name, state }: Process) =>
  state === 'missing' || state === 'running' || name === SUPERVISOR

interface ProcessesProps extends Pick<SystemInfo, 'processes' | 'nodes'> {
  /** Nodes none of whose processes reports. */
  readonly silent: SystemInfo['nodes']
}

function Processes({ nodes, silent, processes }: ProcessesProps) {
  const down = processes.flatMap((process) =>
    process.state in PROCESS_STATES
      ? [{ ...process, says: PROCESS_STATES[process.state as keyof typeof PROCESS_STATES] }]
      : [],
  )
  const warned = processes.filter(
    ({ state, detail, acknowledged }) => state === 'running' && detail !== '' && !acknowledged,
  )
  if (silent.length + down.length + warned.length === 0) return null
  const hit = nodes.filter(
    (node) => silent.includes(node) || down.some(({ node_id }) => node_id === node.id),
  )
  const keyOf = ({ node_id, name }: Process) => `${node_id} ${name}`
  return (
    <Banner title={hit.length > 0 ? titleOf(hit.length, nodes.length) : ''}>
      {warned.map((process) => (
        <div key={keyOf(process)}>
          <b>{processName(process, { nodes })}</b> is running, but {process.detail}{' '}
          <AcknowledgeButton process={process.name} />
        </div>
      ))}
      {silent.map(({ id, name }) => (
        <div key={id}>
          <b>{name}</b> is silent: no process reports
        </div>
      ))}
      {down.map((process) => (
        <div key={keyOf(process)}>
          <b>{processName(process, { nodes })}</b> {process.says}
          {process.detail && `: ${process.detail}`}
        </div>
      ))}
    </Banner>
  )
}

/** The other nodes of a switch continue. */
const titleOf = (hit: number, all: number): string =>
  hit === all ? 'The switch is not running.' : `${count(hit, 'node is', 'nodes are')} not running.`

/** For a week the warning is in Management alone. */
function AcknowledgeButton({ process }: { process: string }) {
  const acknowledge = useChange(acknowledgeWarning)
  if (!useMay('system.edit')) return null
  const ask = async () => {
    const title = `Acknowledge the warning of ${process}`
    const text = 'For 7 days it is shown in Management only. Reason:'
    const reason = await alert.prompt(text, { title, yes: 'Acknowledge', no: 'Cancel' })
    if (reason?.trim()) acknowledge.mutate({ body: { process, reason } })
  }
  return (
    <Button variant="subtle" size="compact-xs" color="danger" onClick={() => void ask()}>
      Acknowledge
    </Button>
  )
}

/** Management shows all of it, with the messages. */
function FailingWork({ all }: { all: SystemInfo['failing_work'] }) {
  const [first] = all
  return (
    <Banner title={`${count(all.length, 'task fails', 'tasks fail')} in the background.`}>
      <b>{first?.work}</b> of {first?.process}: {first?.message} See{' '}
      <Link to={paths.admin.management}>Management</Link>.
    </Banner>
  )
}

/** The number of shown calls, of those that cannot be closed. */
const SHOWN = 3

/** The engine retries; the operator must remove the cause. */
function UnclosedCalls({ count: all, calls }: SystemInfo['unclosed_calls']) {
  const ended = count(all, 'call has ended', 'calls have ended')
  return (
    <Banner title={`${ended} and cannot be closed.`}>
      <div>
        Their reservations stay and nothing is billed until they are closed. See{' '}
        <Link to={paths.admin.activeCalls}>active calls</Link>.
      </div>
      {calls.slice(0, SHOWN).map(({ call_id, error }) => (
        <div key={call_id}>
          <b>{call_id}</b>: {error}
        </div>
      ))}
    </Banner>
  )
}

function Banner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className={styles.banner}>
      <IconAlertTriangle size={17} aria-hidden />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
