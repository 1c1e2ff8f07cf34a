// The current registrations, refreshed every few seconds until paused.
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { listRegistrations, type Registration } from '#contract/accounts/registrations.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { LiveSwitch } from '../lists/LiveSwitch.tsx'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useSelection } from '../lists/use-selection.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { AccountPicker } from '../pickers/pickers.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { REGISTRATION_COLUMNS } from './registration-columns.tsx'
import { useRemoval } from './use-removal.ts'

const POLL_MS = 3000
const TRANSPORTS = [
  { value: 'UDP', label: 'UDP' },
  { value: 'TCP', label: 'TCP' },
]

const idOf = (row: Registration) => String(row.id)

export default function RegistrationsScreen() {
  const [paused, setPaused] = useState(false)
  const list = useListScreen(listRegistrations, { every_ms: !paused && POLL_MS })
  const mayRemove = useMay('registrations.delete')
  const remove = useRemoval()
  const { chosen, selection, clear } = useSelection(list.rows, {
    idOf,
    nameOf: (row) => row.username,
  })
  const removeChosen = async () => {
    if (await remove(chosen)) clear()
  }
  return (
    <ListPage
      name="registrations"
      list={list}
      columns={REGISTRATION_COLUMNS}
      noun={['registration', 'registrations']}
      rowId={idOf}
      empty="No registrations."
      tools={<LiveSwitch list={list} every_ms={POLL_MS} paused={paused} onChange={setPaused} />}
      filters={
        <>
          <TextFilter label="User, number, address" search {...list.bind('q')} />
          <AccountPicker type="RETAIL" {...asFilter('Client', list.bind('account_id'))} />
          <SelectFilter label="Transport" choices={TRANSPORTS} {...list.bind('transport')} />
        </>
      }
      {...(mayRemove
        ? {
            actions: (row: Registration) => [
              {
                label: 'Remove…',
                icon: <IconPlugConnectedX size={15} />,
                danger: true,
                onClick: () => void remove([row]),
              },
            ],
            selection,
          }
        : {})}
      selectionBar={
        chosen.length > 0 && (
          <SelectionBar chosen={chosen.length} noun={['phone', 'phones']} onClear={clear}>
            <Button variant="outline" color="danger" onClick={() => void removeChosen()}>
              Remove…
            </Button>
          </SelectionBar>
        )
      }
    />
  )
}
