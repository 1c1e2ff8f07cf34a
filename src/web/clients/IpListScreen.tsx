// The addresses of all wholesale clients: who may call from where.
import { Button } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ClientIp, listClientIps } from '#contract/ip-list.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { ADDRESS, IP_COLUMNS } from './ip-columns.tsx'
import { IP_STATUSES } from './ip-labels.ts'
import { isAddress } from './source.ts'
import { useIpActions } from './use-ip-actions.tsx'

const COLUMNS: readonly GridColumn<ClientIp>[] = [
  ADDRESS,
  {
    id: 'client_name',
    header: 'Client',
    width: 200,
    sort: 'client_name',
    name: (row) => row.client_name,
    cell: (row, name) => <Link to={paths.admin.wholesaleClients.edit(row.account_id)}>{name}</Link>,
  },
  ...IP_COLUMNS,
]

export default function IpListScreen() {
  const list = useListScreen(listClientIps)
  const actions = useIpActions()
  return (
    <>
      <ListPage
        title="IP list"
        name="ip-list"
        list={list}
        columns={COLUMNS}
        noun={['address', 'addresses']}
        rowId={(row) => String(row.id)}
        add={actions.mayEdit ? { label: 'Add address', to: () => actions.open('add') } : undefined}
        tools={
          actions.mayEdit && (
            <Button
              variant="default"
              leftSection={<IconClipboardText size={15} />}
              onClick={() => actions.open('paste')}
            >
              Paste many
            </Button>
          )
        }
        {...(actions.mayEdit ? { onOpen: actions.open } : {})}
        actions={actions.of}
        empty="No addresses yet. Wholesale clients call from these addresses."
        filters={
          <>
            <TextFilter label="Search" search {...list.bind('q')} />
            <AccountPicker
              aria-label="Client"
              placeholder="Client"
              type="WHOLESALE"
              {...asFilter(list.bind('account_id'))}
            />
            <SelectFilter label="Status" choices={IP_STATUSES} {...list.bind('status')} />
            <TextFilter
              label="Covers address"
              width={180}
              accepts={isAddress}
              {...list.bind('holds')}
            />
          </>
        }
      />
      {actions.dialog}
    </>
  )
}
