// The calls that are going on, as they are now: every two seconds anew, until somebody pauses it.
import { Button } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type ActiveCall, listActiveCalls } from '#contract/active-calls.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { LiveSwitch } from '../lists/LiveSwitch.tsx'
import { type ListScreen, useListScreen } from '../lists/use-list-screen.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { GatewayPicker } from '../pickers/GatewayPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { count } from '../ui/format.ts'
import styles from './ActiveCalls.module.css'
import { ACTIVE_CALL_COLUMNS } from './active-call-columns.tsx'
import { STATE_CHOICES } from './call-words.ts'
import { GatewayLoad } from './GatewayLoad.tsx'
import { useHangUp } from './use-hang-up.ts'
import { useLiveRows } from './use-live-rows.ts'

const POLL_MS = 2000

type List = ListScreen<typeof listActiveCalls>

const idOf = (call: ActiveCall) => call.call_id
const CLASSES = { new: styles.fresh, over: styles.over, known: undefined }
const NOBODY: ReadonlySet<string> = new Set()

export default function ActiveCallsScreen() {
  const [paused, setPaused] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [selected, setSelected] = useState(NOBODY)
  const list = useListScreen(listActiveCalls, paused ? {} : { every_ms: POLL_MS })
  const mayHangUp = useMay('active_calls.hang_up')
  const hangUp = useHangUp()
  const live = useLiveRows(list.rows, {
    idOf,
    answered_at: list.updated_at,
    list: list.isOutdated ? 'before' : JSON.stringify(list.search),
    hold: pointed,
  })
  const calls = list.rows ?? []
  const chosen = calls.filter((call) => selected.has(call.call_id))

  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const isAll = calls.length > 0 && chosen.length === calls.length
  const endChosen = async () => {
    if (await hangUp(chosen)) setSelected(NOBODY)
  }
  return (
    <div
      style={{ height: '100%' }}
      onPointerOver={(event) => setPointed(isInTable(event.target))}
      onPointerLeave={() => setPointed(false)}
    >
      <ListPage
        title="Active Calls"
        name="active-calls"
        list={{ ...list, rows: live.rows }}
        columns={ACTIVE_CALL_COLUMNS}
        rowId={idOf}
        rowClass={(call) => CLASSES[live.markOf(call) ?? 'known']}
        empty="No active calls."
        tools={
          <LiveSwitch
            every_ms={POLL_MS}
            paused={paused}
            failing={list.error !== null}
            updated_at={list.updated_at}
            onToggle={() => setPaused(!paused)}
          />
        }
        filters={<Filters list={list} />}
        {...(mayHangUp
          ? {
              actions: (call: ActiveCall) =>
                live.markOf(call) === 'over' ? [] : [hangUpAction(() => void hangUp([call]))],
              selection: {
                selected,
                onToggle: toggle,
                isAll,
                onToggleAll: () => setSelected(isAll ? NOBODY : new Set(calls.map(idOf))),
                label: (id: string) => `Select ${labelOf(calls, id)}`,
              },
            }
          : {})}
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
        <GatewayLoad
          calls={calls}
          isPart={list.page?.next_cursor != null}
          chosen={list.search.gateway_id}
          onChoose={(gateway_id) => list.set({ gateway_id })}
        />
      </ListPage>
    </div>
  )
}

const isInTable = (target: EventTarget) => target instanceof Element && !!target.closest('tbody')

const hangUpAction = (onClick: () => void) => ({
  label: 'Hang up…',
  icon: <IconPhoneOff size={15} />,
  danger: true,
  onClick,
})

function labelOf(calls: readonly ActiveCall[], id: string): string {
  const call = calls.find((one) => one.call_id === id)
  return call ? `${call.caller_number} to ${call.called_number}` : id
}

function Filters({ list }: { list: List }) {
  return (
    <>
      <TextFilter label="Number, client, destination" search {...list.bind('q')} />
      <SelectFilter label="State" choices={STATE_CHOICES} {...list.bind('state')} />
      <AccountPicker
        aria-label="Client"
        placeholder="Client"
        payment="RECHARGE"
        {...asFilter(list.bind('account_id'))}
      />
      <GatewayPicker
        aria-label="Gateway"
        placeholder="Gateway"
        {...asFilter(list.bind('gateway_id'))}
      />
      <TextFilter label="Called prefix" {...list.bind('called_number')} />
    </>
  )
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
