// The active calls, refreshed every two seconds until paused. Rows do not move. By default the
// oldest call is first and new ones are added at the end; in any other order they wait for a click.
import { Button } from '@mantine/core'
import { IconEye, IconFilter, IconPhoneOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import {
  type ActiveCall,
  CALL_GROUPINGS,
  countActiveCalls,
  listActiveCalls,
} from '#contract/calls/active-calls.ts'
import { useOne } from '../../http/use-endpoint.ts'
import { readsValue } from '../../lists/filters/grid-filters.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { LiveSwitch } from '../../lists/LiveSwitch.tsx'
import { useAddress } from '../../lists/use-address.ts'
import { useListScreen } from '../../lists/use-list-screen.ts'
import { useOccupied } from '../../lists/use-occupied.ts'
import { useOpened } from '../../lists/use-opened.ts'
import { useMay, useSeen } from '../../session/session.ts'
import type { RowAction } from '../../ui/grid/column.ts'
import { useKit } from '../../ui/Kit.tsx'
import { count } from '../../ui/values/format.ts'
import { callNumbers } from '../call-numbers.ts'
import { ActiveCallCounts, type Grouping } from './ActiveCallCounts.tsx'
import { ActiveCallDrawer } from './ActiveCallDrawer.tsx'
import { ActiveCallFilters, type ActiveCallList } from './ActiveCallFilters.tsx'
import styles from './ActiveCalls.module.css'
import { ACTIVE_CALL_COLUMNS } from './active-call-columns.tsx'
import { useHangUp } from './use-hang-up.ts'
import { useLiveRows } from './use-live-rows.ts'

const POLL_MS = 2000

const idOf = (call: ActiveCall) => call.call_id
const CLASSES = { new: styles.fresh, over: styles.over, known: undefined }
const NOBODY: ReadonlySet<string> = new Set()
/** The filter that keeps one group. */
const FILTER_OF = {
  gateway: 'gateway_id',
  client: 'account_id',
  destination: 'destination',
} as const satisfies Record<Grouping, string>

export default function ActiveCallsScreen() {
  const [paused, setPaused] = useState(false)
  const [selected, setSelected] = useState(NOBODY)
  const { isOccupied, watch } = useOccupied()
  const { list, since, update } = useStableList(paused)
  const grouping = useGrouping()
  const { opened, open, close } = useOpened('call')
  const mayHangUp = useMay('active_calls.execute')
  const hangUp = useHangUp()
  const {
    limit: _,
    cursor: __,
    sort: ___,
    format: ____,
    started_until: _____,
    ...filters
  } = list.query
  const { data: counts } = useOne(
    countActiveCalls,
    { query: { ...filters, by: grouping.by, ...(since ? { since } : {}) } },
    { keepsLast: true, ...(paused ? {} : { every_ms: POLL_MS }) },
  )
  const calls = list.rows ?? []
  const chosen = calls.filter((call) => selected.has(call.call_id))
  const live = useLiveRows(list.rows, {
    idOf,
    answered_at: list.updated_at,
    list: list.isOutdated ? 'before' : JSON.stringify([list.search, since]),
    hold: isOccupied || chosen.length > 0,
  })

  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const isAll = calls.length > 0 && chosen.length === calls.length
  const endChosen = async () => {
    if (await hangUp(chosen)) setSelected(NOBODY)
  }
  const actionsOf = (call: ActiveCall): RowAction[] => {
    if (live.markOf(call) === 'over') return []
    return [
      { label: 'Open', icon: <IconEye size={15} />, onClick: () => open(call.call_id) },
      ...filterActions(call, list),
      ...(mayHangUp ? [hangUpAction(() => void hangUp([call]))] : []),
    ]
  }
  return (
    <div className={styles.list} {...watch}>
      <ListPage
        title="Active Calls"
        name="active-calls"
        list={{ ...list, rows: live.rows }}
        columns={ACTIVE_CALL_COLUMNS}
        noun={['call', 'calls']}
        rowId={idOf}
        rowClass={(call) => CLASSES[live.markOf(call) ?? 'known']}
        onOpen={(call) => open(call.call_id)}
        empty="No active calls."
        tools={<LiveSwitch list={list} every_ms={POLL_MS} paused={paused} onChange={setPaused} />}
        filters={<ActiveCallFilters list={list} />}
        actions={actionsOf}
        selection={
          mayHangUp
            ? {
                selected,
                onToggle: toggle,
                isAll,
                onToggleAll: () => setSelected(isAll ? NOBODY : new Set(calls.map(idOf))),
                label: (id: string) => `Select ${labelOf(calls, id)}`,
              }
            : undefined
        }
        selectionBar={
          chosen.length > 0 && (
            <Bulk calls={chosen.length} onClear={() => setSelected(NOBODY)}>
              <Button variant="outline" color="danger" onClick={() => void endChosen()}>
                Hang up…
              </Button>
            </Bulk>
          )
        }
      >
        <ActiveCallCounts
          counts={counts}
          {...grouping}
          chosen={list.search[FILTER_OF[grouping.by]]}
          onChoose={(id) => list.set({ [FILTER_OF[grouping.by]]: id })}
        />
        {since !== undefined && counts !== undefined && counts.newer > 0 && (
          <Button
            variant="light"
            size="compact-sm"
            className={styles.newer}
            onClick={() => update(counts.at)}
          >
            Show {count(counts.newer, 'new call', 'new calls')}
          </Button>
        )}
      </ListPage>
      {opened && (
        <ActiveCallDrawer
          key={opened}
          call_id={opened}
          every_ms={POLL_MS}
          onHangUp={mayHangUp ? (call) => void hangUp([call]) : undefined}
          onClose={close}
        />
      )}
    </div>
  )
}

/**
 * In any order but the default one a new call may belong anywhere: the list shows only calls that
 * had begun when it was loaded, until `update`, which gets the time of the server: the clock of the
 * console may be a few seconds behind.
 */
function useStableList(paused: boolean) {
  const { now } = useKit()
  const { address } = useAddress()
  const [begun, setBegun] = useState(() => new Date(now()).toISOString())
  const since = address.sort && address.sort !== 'started_at' ? begun : undefined
  const list = useListScreen(listActiveCalls, {
    ...(since ? { fixed: { started_until: since } } : {}),
    every_ms: !paused && POLL_MS,
  })
  // Another order or filter is asked for now.
  const asked = JSON.stringify(list.search)
  const [shown, setShown] = useState(asked)
  const update = (at: string) => setBegun(at)
  if (shown !== asked) {
    setShown(asked)
    update(new Date(now()).toISOString())
  }
  return { list, since, update }
}

function useGrouping() {
  const { address, write } = useAddress()
  const { query } = useSeen(countActiveCalls)
  const groupings = CALL_GROUPINGS.filter((one) => readsValue(query, 'by', one))
  const first = groupings[0] ?? 'gateway'
  const by = groupings.find((one) => one === address.by) ?? first
  const onGroup = (next: Grouping) => write({ by: next === first ? undefined : next })
  return { by, groupings, onGroup }
}

function filterActions(call: ActiveCall, list: ActiveCallList): RowAction[] {
  const icon = <IconFilter size={15} />
  const { account_id, gateway_id } = call
  const toClient = () => list.set({ account_id: String(account_id) })
  const toGateway = () => list.set({ gateway_id: String(gateway_id) })
  return [
    ...(account_id ? [{ label: 'Filter to client', icon, onClick: toClient }] : []),
    ...(gateway_id ? [{ label: 'Filter to gateway', icon, onClick: toGateway }] : []),
  ]
}

const hangUpAction = (onClick: () => void): RowAction => ({
  label: 'Hang up…',
  icon: <IconPhoneOff size={15} />,
  danger: true,
  onClick,
})

function labelOf(calls: readonly ActiveCall[], id: string): string {
  const call = calls.find((one) => one.call_id === id)
  return call ? callNumbers(call).join(' to ') : id
}

interface BulkProps {
  readonly calls: number
  readonly onClear: () => void
  readonly children: ReactNode
}

function Bulk({ calls, onClear, children }: BulkProps) {
  return (
    <div className={styles.bulk}>
      <span role="status">{count(calls, 'call', 'calls')} selected</span>
      {children}
      <Button variant="subtle" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
