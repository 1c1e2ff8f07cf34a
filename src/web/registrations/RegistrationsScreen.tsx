// The telephones that can be called now, every few seconds anew, until somebody pauses it.
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { listRegistrations, type Registration } from '#contract/registrations.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { LiveSwitch } from '../lists/LiveSwitch.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { count } from '../ui/format.ts'
import styles from './Registrations.module.css'
import { REGISTRATION_COLUMNS } from './registration-columns.tsx'
import { useRemoval } from './use-removal.ts'

const POLL_MS = 3000
const NOBODY: ReadonlySet<string> = new Set()
const TRANSPORTS = [
  { value: 'UDP', label: 'UDP' },
  { value: 'TCP', label: 'TCP' },
]

const idOf = (row: Registration) => String(row.id)

export default function RegistrationsScreen() {
  const [paused, setPaused] = useState(false)
  const [selected, setSelected] = useState(NOBODY)
  const list = useListScreen(listRegistrations, paused ? {} : { every_ms: POLL_MS })
  const mayEdit = useMay('registrations.edit')
  const remove = useRemoval()
  const rows = list.rows ?? []
  const chosen = rows.filter((row) => selected.has(idOf(row)))
  const isAll = rows.length > 0 && chosen.length === rows.length

  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const removeChosen = async () => {
    if (await remove(chosen)) setSelected(NOBODY)
  }
  return (
    <ListPage
      title="Registrations"
      name="registrations"
      list={list}
      columns={REGISTRATION_COLUMNS}
      rowId={idOf}
      empty="No registrations."
      tools={
        <LiveSwitch
          every_ms={POLL_MS}
          paused={paused}
          failing={list.error !== null}
          updated_at={list.updated_at}
          onToggle={() => setPaused(!paused)}
        />
      }
      filters={
        <>
          <TextFilter label="User, number, address" search {...list.bind('q')} />
          <AccountPicker
            aria-label="Client"
            placeholder="Client"
            type="RETAIL"
            {...asFilter(list.bind('account_id'))}
          />
          <SelectFilter label="Transport" choices={TRANSPORTS} {...list.bind('transport')} />
        </>
      }
      {...(mayEdit
        ? {
            actions: (row: Registration) => [
              {
                label: 'Remove…',
                icon: <IconPlugConnectedX size={15} />,
                danger: true,
                onClick: () => void remove([row]),
              },
            ],
            selection: {
              selected,
              onToggle: toggle,
              isAll,
              onToggleAll: () => setSelected(isAll ? NOBODY : new Set(rows.map(idOf))),
              label: (id: string) =>
                `Select ${rows.find((row) => idOf(row) === id)?.username ?? id}`,
            },
          }
        : {})}
      selectionBar={
        chosen.length > 0 && (
          <div className={styles.bulk}>
            <span role="status">{count(chosen.length, 'phone', 'phones')} selected</span>
            <Button variant="outline" color="danger" onClick={() => void removeChosen()}>
              Remove…
            </Button>
            <Button variant="subtle" onClick={() => setSelected(NOBODY)}>
              Clear
            </Button>
          </div>
        )
      }
    />
  )
}
