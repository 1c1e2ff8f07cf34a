// Processes, network interfaces and the largest tables of the database.
import { Button } from '@mantine/core'
import { removeAcknowledgement } from '#contract/machine/machine.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import styles from './Management.module.css'
import { formatMachineBytes } from './machine-words.ts'
import { Panel } from './Panel.tsx'
import type { Details, SystemInfo } from './system-details.ts'

const TONES = {
  running: 'success',
  starting: 'info',
  stopped: 'danger',
  missing: 'danger',
  failing: 'danger',
} as const

const REPLICA_TONES = { ok: 'success', behind: 'warning', down: 'danger' } as const

interface MachineTablesProps extends Pick<SystemInfo, 'processes' | 'failing_work'> {
  readonly details: Details
  /** Whose processes are listed. */
  readonly node_id: number
}

export function MachineTables(props: MachineTablesProps) {
  const { failing_work, details, node_id } = props
  const processes = props.processes.filter((process) => process.node_id === node_id)
  const { machine, database, replica } = details
  return (
    <>
      <Panel title="Processes" columns={['Process', 'State', 'Detail']}>
        {processes.map(({ name, state, detail, acknowledged }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>
              <Badge tone={TONES[state]}>{state}</Badge>
            </td>
            <td className={styles.wraps}>
              {detail || NONE}
              {acknowledged && <Acknowledged process={name} {...acknowledged} />}
            </td>
          </tr>
        ))}
      </Panel>
      {failing_work.length > 0 && (
        <Panel title="Failing work" columns={['Process', 'Work', 'Since', 'Times', 'Last failure']}>
          {failing_work.map(({ process, work, since, failures, message }) => (
            <tr key={`${process} ${work}`}>
              <td>{process}</td>
              <td>{work}</td>
              <td>
                <DateTime at={since} />
              </td>
              <td>{formatDecimal(failures)}</td>
              <td className={styles.wraps}>{message}</td>
            </tr>
          ))}
        </Panel>
      )}
      <Panel
        title="Network"
        columns={['Interface', 'In', 'Out', 'Total in', 'Total out']}
        empty="No network interface but loopback."
      >
        {(machine?.networks ?? []).map((network) => (
          <tr key={network.name}>
            <td className="mono">{network.name}</td>
            <td>{formatMachineBytes(network.received_bytes_per_second)}/s</td>
            <td>{formatMachineBytes(network.sent_bytes_per_second)}/s</td>
            <td>{formatMachineBytes(network.received_bytes)}</td>
            <td>{formatMachineBytes(network.sent_bytes)}</td>
          </tr>
        ))}
      </Panel>
      {replica && (
        <Panel title="Replica of the database" columns={['Address', 'State', 'Lag', 'Detail']}>
          {[replica].map(({ address, state, lag_seconds, detail }) => (
            <tr key={address}>
              <td className="mono">{address}</td>
              <td>
                <Badge tone={REPLICA_TONES[state]}>{state}</Badge>
              </td>
              <td>{lag_seconds === null ? NONE : `${lag_seconds.toFixed(1)} s`}</td>
              <td className={styles.wraps}>{detail || NONE}</td>
            </tr>
          ))}
        </Panel>
      )}
      <Panel
        title={`Database: ${formatMachineBytes(database.bytes)}`}
        columns={['Largest tables', 'Size', 'Rows (est.)']}
      >
        {database.tables.map(({ name, bytes, rows }) => (
          <tr key={name}>
            <td className="mono">{name}</td>
            <td>{formatMachineBytes(bytes)}</td>
            <td>{formatDecimal(rows)}</td>
          </tr>
        ))}
      </Panel>
    </>
  )
}

interface AcknowledgedProps {
  readonly process: string
  readonly reason: string
  readonly username: string
  readonly until: string
}

function Acknowledged({ process, reason, username, until }: AcknowledgedProps) {
  const remove = useChange(removeAcknowledgement)
  const may = useMay('system.edit')
  return (
    <div className="muted">
      Acknowledged by {username} until <DateTime at={until} />: {reason}{' '}
      {may && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => remove.mutate({ params: { process } })}
        >
          Show again
        </Button>
      )}
    </div>
  )
}
