// Active clients without an answered call for a number of days, and blocking many of them at once.

import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  blockUnusedClients,
  listUnusedClients,
  UNUSED_DAYS,
  type UnusedClient,
} from '#contract/accounts/unused-clients.ts'
import { alert } from '../alerts/alerts.ts'
import * as column from '../columns/common-columns.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useSelection } from '../lists/use-selection.ts'
import { accountPath } from '../navigation/account-path.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import { count } from '../ui/values/format.ts'

const KINDS = [
  { value: 'WHOLESALE', label: 'Wholesale' },
  { value: 'RETAIL', label: 'Retail' },
]

const COLUMNS: readonly GridColumn<UnusedClient>[] = [
  {
    id: 'name',
    header: 'Client',
    width: 220,
    sort: 'name',
    name: ({ name }) => name,
    cell: ({ id, kind }, name) => <Link to={accountPath({ id, kind, level: null })}>{name}</Link>,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 120,
    cell: ({ kind }) => labelFor(KINDS, kind),
    filter: ({ kind }) => ['kind', kind],
  },
  {
    id: 'answered_at',
    header: 'Last answered call',
    width: 180,
    sort: 'answered_at',
    cell: ({ answered_at }) =>
      answered_at === null ? <span className="muted">none</span> : <DateTime at={answered_at} />,
  },
  column.money('balance', 'Balance', 150, { sort: true }),
  column.time('created_at', 'Created', 170, { sort: true }),
]

const NOUN = ['client', 'clients'] as const
const NAMED_MAX = 5
const isDays = (text: string): boolean => /^[1-9]\d{0,2}$/.test(text)

const namesOf = (clients: readonly UnusedClient[]): string => {
  const named = clients.slice(0, NAMED_MAX).map(({ name }) => name)
  const more = clients.length - named.length
  return named.join(', ') + (more > 0 ? ` and ${count(more, 'other', 'others')}` : '')
}

export function UnusedClientsPanel({ tabs }: { tabs: ReactNode }) {
  const list = useListScreen(listUnusedClients, { defaults: { days: String(UNUSED_DAYS) } })
  const mayBlock = useMay('unused_clients.bulk')
  const days = list.query.days ?? UNUSED_DAYS
  const { chosen, selection, clear } = useSelection(list.rows, {
    idOf: ({ id }) => String(id),
    nameOf: ({ name }) => name,
  })
  const block = useChange(blockUnusedClients, {
    also: ['wholesale-clients', 'retail-clients'],
    onDone: ({ blocked }) => {
      clear()
      alert.success(`${count(blocked, ...NOUN)} blocked.`)
    },
  })
  const ask = async () => {
    const effect = 'Calls are refused and portal logins are signed out until they are activated.'
    const sure = await alert.confirm(`${namesOf(chosen)}. ${effect}`, {
      title: `Block ${count(chosen.length, ...NOUN)}?`,
      yes: 'Block',
      no: 'Keep',
      dangerous: true,
    })
    if (sure) block.mutate({ body: { ids: chosen.map(({ id }) => id), days } })
  }
  return (
    <ListPage
      title="Unused Clients"
      breadcrumb={tabs}
      name="unused-clients"
      list={list}
      columns={COLUMNS}
      noun={NOUN}
      empty={`Every active client had an answered call within ${days} days, or is newer.`}
      {...(mayBlock && { selection })}
      selectionBar={
        chosen.length > 0 && (
          <SelectionBar chosen={chosen.length} noun={NOUN} onClear={clear}>
            <Button
              color="red"
              leftSection={<IconLock size={15} />}
              loading={block.isPending}
              onClick={() => void ask()}
            >
              Block
            </Button>
          </SelectionBar>
        )
      }
      filters={
        <>
          <TextFilter
            label="Days without a call"
            width={170}
            accepts={isDays}
            {...list.bind('days')}
          />
          <SelectFilter label="Kind" choices={KINDS} {...list.bind('kind')} />
        </>
      }
    />
  )
}
