// Addresses that are banned for a while.
import { IconShieldOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Ban, listBans } from '#contract/machine/bans.ts'
import { useBulkActions } from '../bulk-changes/use-bulk-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'
import { Ticking } from '../ui/values/Ticking.tsx'
import { reasonLabel } from './auth-failure-columns.tsx'
import { useBans } from './use-bans.tsx'

const KINDS: readonly Choice<Ban['kind']>[] = [
  { value: 'AUTO', label: 'Failures' },
  { value: 'FLOOD', label: 'Flood' },
  { value: 'MANUAL', label: 'Manual' },
]
const POLL_MS = 10_000
const NOUN = ['ban', 'bans'] as const
const UNBAN = { verb: 'Lift', done: 'lifted' }

const COLUMNS: readonly GridColumn<Ban>[] = [
  {
    id: 'ip',
    header: 'Address',
    width: 190,
    sort: 'ip',
    cell: (row) => (
      <>
        <ListLink to={paths.admin.authFailures} filters={{ source_ip: row.ip, range: '7d' }}>
          <span className="mono">{row.ip}</span>
        </ListLink>{' '}
        {row.client_name && <Badge tone="warning">{row.client_name}</Badge>}
      </>
    ),
  },
  column.choice('kind', 'Banned', 120, KINDS, { sort: true }),
  {
    id: 'left',
    header: 'Ends in',
    width: 100,
    align: 'end',
    cell: (row) => <Ticking until={row.banned_until} />,
  },
  column.time('banned_until', 'Until', 160, { sort: true }),
  { id: 'reason', header: 'Reason', width: 240, cell: (row) => reasonLabel(row.reason) || NONE },
  column.text('created_by_name', 'By', 120),
  column.time('created_at', 'Since', 160, { sort: true }),
]

export function BanList({ tabs }: { tabs: ReactNode }) {
  const list = useListScreen(listBans, { every_ms: POLL_MS })
  const bans = useBans()
  const bulk = useBulkActions(list, {
    resource: 'bans',
    noun: NOUN,
    remove: 'Registration, calls and login are allowed again immediately.',
    removeVerb: UNBAN,
  })
  return (
    <>
      <ListPage
        name="bans"
        list={list}
        columns={COLUMNS}
        noun={NOUN}
        selection={bulk.selection}
        selectionBar={bulk.selectionBar}
        rowId={(row) => row.ip}
        add={
          bans.mayBan
            ? { label: 'Ban address', to: () => bans.ban({ ip: '', reason: '' }) }
            : undefined
        }
        {...(bans.mayUnban
          ? {
              actions: (row: Ban) => [
                {
                  label: 'Unban…',
                  icon: <IconShieldOff size={15} />,
                  onClick: () => void bans.unban(row.ip),
                },
              ],
            }
          : {})}
        empty="No bans."
        filters={
          <>
            {tabs}
            <TextFilter label="Address or reason" search {...list.bind('q')} />
            <SelectFilter label="Banned" choices={KINDS} {...list.bind('kind')} />
          </>
        }
      />
      {bans.dialog}
    </>
  )
}
