// The machine and the processes of the switch, live, with the actions of the night shift.
import { systemInfo } from '#contract/machine/machine.ts'
import { FIRST_NODE } from '#core/call/engine-name.ts'
import { HistoryButton } from '../forms/history/History.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { useAddress } from '../lists/use-address.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { formatDecimal, formatDuration, NONE } from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'
import { WarningNote } from '../ui/WarningNote.tsx'
import { MachineActions } from './MachineActions.tsx'
import { MachineCharts } from './MachineCharts.tsx'
import { MachineTables } from './MachineTables.tsx'
import styles from './Management.module.css'
import { formatMachineBytes, formatUptime, formatUse, percentOf } from './machine-words.ts'
import type { Details, SystemInfo } from './system-details.ts'

const POLL_MS = 5000

export default function ManagementScreen() {
  const mayNodes = useMay('nodes.view')
  const { node_id, setNode } = useChosenNode()
  const query = { details: 'true', node_id } as const
  const info = useOne(systemInfo, { query }, { every_ms: POLL_MS, keepsLast: true })
  const nodes = info.data?.nodes ?? []
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>Management</h1>
        <span className="muted">Refreshed every 5 seconds</span>
        {nodes.length > 1 && (
          <SelectField
            aria-label="Node"
            choices={nodes.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(node_id)}
            onChange={(value) => setNode(Number(value))}
            w={180}
          />
        )}
        <Link to={paths.admin.jobs}>Jobs</Link>
        <Link to={paths.admin.backups}>Backups</Link>
        {mayNodes && <Link to={paths.admin.nodes}>Nodes</Link>}
        <HistoryButton of={{ entity: 'machine' }} name="actions" />
      </div>
      <Loaded query={info}>
        {({ details, ...rest }) =>
          details && (
            <>
              <Figures details={details} />
              <div className={styles.facts}>
                <MachineFacts details={details} version={versionOf(rest, node_id)} />
                <MachineTables details={details} {...rest} node_id={node_id} />
              </div>
              <MachineCharts node_id={node_id} />
              <MachineActions {...rest} tasks={details.tasks} node_id={node_id} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** In the address, so that a reload shows the same one. */
function useChosenNode() {
  const { address, write } = useAddress()
  const node_id = /^\d{1,3}$/.test(address.node ?? '') ? Number(address.node) : FIRST_NODE
  const setNode = (id: number) => write({ node: id === FIRST_NODE ? undefined : String(id) })
  return { node_id, setNode }
}

const versionOf = ({ nodes, version }: Pick<SystemInfo, 'nodes' | 'version'>, node_id: number) =>
  nodes.find(({ id }) => id === node_id)?.release || version

function Figures({ details }: { details: Details }) {
  const { machine, queues } = details
  const peak = details.calls_peak_today
  return (
    <StatTiles label="Now" maxColumns={6}>
      <StatTile
        label="Calls now"
        value={formatDecimal(details.calls_now)}
        note={`Peak today: ${peak === null ? NONE : formatDecimal(peak)}`}
      />
      <StatTile
        label="CPS"
        value={details.calls_per_second.toFixed(1)}
        note="New calls per second, 10 s average"
      />
      <StatTile
        label="Registrations"
        value={formatDecimal(details.registrations)}
        note="Registered phones"
      />
      <StatTile
        label="Records in the queue"
        value={formatDecimal(queues.charging_operations + (queues.outbox_events ?? 0))}
        note={
          `Lag ${formatDuration(queues.record_lag_seconds)}, ` +
          `${formatDecimal(queues.traffic_additions)} sums to add up`
        }
        tone={queues.record_lag_seconds > 0 ? 'danger' : undefined}
      />
      <StatTile
        label="CPU"
        value={machine ? formatDecimal(machine.cpu_percent) : NONE}
        unit="%"
        note={machine ? `Load ${machine.load.map((load) => load.toFixed(2)).join(', ')}` : ''}
      />
      <StatTile
        label="Memory"
        value={machine ? percentOf(machine.memory_used_bytes, machine.memory_bytes) : NONE}
        unit="%"
        note={machine ? `of ${formatMachineBytes(machine.memory_bytes)}` : ''}
      />
    </StatTiles>
  )
}

function MachineFacts({ details, version }: { details: Details } & Pick<SystemInfo, 'version'>) {
  const { machine, database } = details
  if (!machine) {
    return <WarningNote>No measurements: the supervisor is not running.</WarningNote>
  }
  const { versions } = machine
  const rows: readonly (readonly [string, string])[] = [
    ['Host name', machine.hostname],
    ['System', `${machine.os}, kernel ${machine.kernel}`],
    ['CPU', `${machine.cpu_cores} × ${machine.cpu_model}`],
    ['Uptime', formatUptime(machine.uptime_seconds)],
    ['Memory', formatUse(machine.memory_used_bytes, machine.memory_bytes)],
    ['Swap', formatUse(machine.swap_used_bytes, machine.swap_bytes)],
    ...machine.disks.map(
      ({ path, bytes, used_bytes }) => [`Disk ${path}`, formatUse(used_bytes, bytes)] as const,
    ),
    ['Soft Switch Server', version],
    ['PostgreSQL', database.version],
    ['Kamailio', versions.kamailio || 'not installed'],
    ['rtpengine', versions.rtpengine || 'not installed'],
    ['Node.js', versions.node],
  ]
  return (
    <section className={`panel ${styles.panel}`} aria-label="Machine">
      <h2>Machine</h2>
      <dl className={styles.list}>
        {rows.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
