// The machines that take calls on this database: state, load and clock of each.
import { listNodes, type Node } from '#contract/machine/nodes.ts'
import * as column from '../columns/common-columns.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge, StatusDot } from '../ui/values/Badge.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { isClockWrong, NODE_STATES } from './node-words.ts'
import { useNodeActions } from './use-node-actions.tsx'

const POLL_MS = 5000

const COLUMNS: readonly GridColumn<Node>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 150,
    sort: 'name',
    cell: (_, name) => name,
    name: (row) => row.name,
  },
  {
    id: 'state',
    header: 'State',
    width: 130,
    minWidth: 130,
    cell: ({ state }) => (
      <StatusDot tone={NODE_STATES[state].tone}>{NODE_STATES[state].word}</StatusDot>
    ),
  },
  column.mono('sip_address', 'SIP address', 190),
  {
    id: 'release',
    header: 'Version',
    width: 120,
    cell: ({ release, is_behind, is_other_release }) => (
      <>
        {release || NONE}{' '}
        {(is_behind || is_other_release) && (
          <Badge tone="warning">{is_behind ? 'older' : 'other'}</Badge>
        )}
      </>
    ),
  },
  column.integer('calls', 'Calls', 80),
  {
    id: 'load',
    header: 'Load',
    help: 'Programs that run or wait for a processor, mean of a minute, of the processors',
    width: 110,
    align: 'end',
    fields: ['load', 'cpu_cores'],
    cell: ({ load, cpu_cores }) =>
      load === null ? NONE : `${load.toFixed(2)} of ${cpu_cores ?? NONE}`,
  },
  {
    id: 'clock_offset_ms',
    header: 'Clock offset',
    help: 'How far its clock is ahead of that of the database',
    width: 120,
    align: 'end',
    cell: (row) => {
      if (row.clock_offset_ms === null) return NONE
      const text = `${formatDecimal(Math.round(row.clock_offset_ms))} ms`
      return isClockWrong(row) ? <Badge tone="warning">{text}</Badge> : text
    },
  },
  column.time('seen_at', 'Last seen', 160),
  column.time('joined_at', 'Joined', 160, { hidden: true }),
  column.time('code_expires_at', 'Code expires', 160, { hidden: true }),
  {
    id: 'id',
    header: 'Number',
    width: 80,
    sort: 'id',
    align: 'end',
    cell: ({ id }) => id,
    hidden: true,
  },
]

export default function NodesScreen() {
  const list = useListScreen(listNodes, { every_ms: POLL_MS })
  const { rows, dialogs } = useNodeActions(list.rows ?? [])
  const isAlone = list.rows?.length === 1 && !list.filtered
  return (
    <>
      <ListPage
        name="nodes"
        list={list}
        columns={COLUMNS}
        noun={['node', 'nodes']}
        {...rows}
        empty="No nodes."
        filters={<TextFilter label="Search by name or address" search {...list.bind('q')} />}
      >
        {isAlone && (
          <p className="muted" style={{ margin: 0 }}>
            A node is a machine that takes calls of the same clients, with a switch of its own. If
            one is lost, only its own calls end.
          </p>
        )}
      </ListPage>
      {dialogs}
    </>
  )
}
