// The personal data of one account, and the accounts that were erased.
import { Progress } from '@mantine/core'
import { useEffect } from 'react'
import {
  type Erasure,
  getPersonalData,
  listErasures,
  lookupAnyAccounts,
} from '#contract/accounts/personal-data.ts'
import * as column from '../columns/common-columns.tsx'
import { USER_TYPES } from '../fields/user-types.ts'
import { useOne, useRefresh } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { asFilter, LookupPicker } from '../pickers/LookupPicker.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { ERASURE_STATE_CHOICES } from './personal-data-words.ts'
import { StoredData } from './StoredData.tsx'

const LOOK_EVERY_MS = 3000

const COLUMNS: readonly GridColumn<Erasure>[] = [
  column.mono('account_id', 'Account', 90, { sort: true }),
  column.choice('kind', 'Kind', 150, USER_TYPES),
  {
    id: 'state',
    header: 'State',
    width: 100,
    cell: ({ state }) => <StatusLabel choices={ERASURE_STATE_CHOICES} value={state} />,
  },
  column.integer('calls_done', 'Attempts', 100),
  {
    id: 'archive',
    header: 'Days of the archive',
    fields: ['archive_days_done', 'archive_days_total'],
    width: 160,
    cell: (row) => <ArchiveDays row={row} />,
  },
  column.text('error', 'Failure', 240),
  column.text('reason', 'Reason', 240),
  column.text('requested_by', 'Requested by', 130),
  column.time('requested_at', 'Requested', 160, { sort: true }),
  column.time('ended_at', 'Erased', 160, { sort: true }),
]

function ArchiveDays({ row }: { row: Erasure }) {
  const { account_id, state, archive_days_done: done, archive_days_total: total } = row
  if (total === null) return NONE
  if (state === 'DONE' || total === 0) return formatDecimal(total)
  return (
    <>
      {formatDecimal(done)} of {formatDecimal(total)}
      <Progress
        value={(done / total) * 100}
        miw={80}
        aria-label={`Progress of account ${account_id}`}
      />
    </>
  )
}

/** An erasure changes the name, which the picker is to show as it is now. */
function useStoredData(account_id: number | undefined) {
  const stored = useOne(
    getPersonalData,
    { params: { id: account_id ?? 0 } },
    {
      enabled: account_id !== undefined,
      isUnderWay: ({ erasure }) => erasure !== null && erasure.state !== 'DONE',
    },
  )
  const refreshNames = useRefresh(lookupAnyAccounts)
  const name = stored.data?.account.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name alone makes it fresh.
  useEffect(refreshNames, [name])
  return stored
}

export default function PersonalDataScreen() {
  const list = useListScreen(listErasures, { every_ms: LOOK_EVERY_MS })
  const { address, write } = useAddress()
  const { account_id = '' } = address
  const isChosen = /^\d{1,15}$/.test(account_id)
  const stored = useStoredData(isChosen ? Number(account_id) : undefined)
  return (
    <ListPage
      title="Personal data"
      name="erasures"
      list={list}
      columns={COLUMNS}
      noun={['erasure', 'erasures']}
      rowId={(row) => String(row.account_id)}
      empty="No account has been erased. Select one to see what is stored of it."
      filters={
        <LookupPicker
          key={stored.data?.account.name}
          endpoint={lookupAnyAccounts}
          {...asFilter('Account, deleted ones too', {
            value: isChosen ? account_id : undefined,
            onChange: (id) => write({ account_id: id }),
          })}
          w={280}
        />
      }
    >
      {isChosen && <StoredData key={account_id} query={stored} />}
    </ListPage>
  )
}
