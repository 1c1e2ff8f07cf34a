// The addresses of all wholesale clients: who may call from where.
import { type ClientIp, listClientIps, updateClientIp } from '#contract/accounts/ip-list.ts'
import { useBulkActions } from '../../bulk-changes/use-bulk-actions.tsx'
import * as column from '../../columns/common-columns.tsx'
import { STATUSES } from '../../fields/statuses.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { useListScreen } from '../../lists/use-list-screen.ts'
import { paths } from '../../navigation/paths.ts'
import { asFilter } from '../../pickers/LookupPicker.tsx'
import { AccountPicker } from '../../pickers/pickers.tsx'
import { SelectFilter, TextFilter } from '../../ui/filters.tsx'
import type { GridColumn } from '../../ui/grid/column.ts'
import { ADDRESS, IP_COLUMNS } from './ip-columns.tsx'
import { isAddress } from './source.ts'
import { useIpActions } from './use-ip-actions.tsx'

const COLUMNS: readonly GridColumn<ClientIp>[] = [
  ADDRESS,
  column.link(
    'client_name',
    'Client',
    200,
    (row) => paths.admin.wholesaleClients.edit(row.account_id),
    { sort: true },
  ),
  ...IP_COLUMNS,
]

const NOUN = ['address', 'addresses'] as const
const BULK_EDIT = {
  update: updateClientIp,
  inputs: async () => (await import('./bulk-ip-inputs.tsx')).IP_INPUTS,
  block: 'New calls from there are refused. Active calls continue.',
  activate: 'New calls from there are accepted again.',
} as const

export default function IpListScreen() {
  const list = useListScreen(listClientIps)
  const actions = useIpActions()
  const bulk = useBulkActions(list, {
    resource: 'client_ips',
    noun: NOUN,
    edit: BULK_EDIT,
    remove: 'New calls from there are refused.',
  })
  return (
    <>
      <ListPage
        title="IP list"
        name="ip-list"
        list={list}
        columns={COLUMNS}
        noun={NOUN}
        {...actions.rows}
        selection={bulk.selection}
        selectionBar={bulk.selectionBar}
        tools={actions.mayEdit && actions.pasteButton}
        empty="No addresses yet. Wholesale clients call from these addresses."
        filters={
          <>
            <TextFilter label="Search" search {...list.bind('q')} />
            <AccountPicker type="WHOLESALE" {...asFilter('Client', list.bind('account_id'))} />
            <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
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
      {bulk.dialog}
    </>
  )
}
