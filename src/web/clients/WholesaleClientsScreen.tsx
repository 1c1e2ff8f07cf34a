// The list of wholesale clients, with their money and what they are doing now.
import { IconNetwork } from '@tabler/icons-react'
import {
  deleteWholesaleClient,
  listWholesaleClients,
  updateWholesaleClient,
  type WholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import { getWholesaleClientUses } from '#contract/console/uses.ts'
import { usePageAction } from '../actions/use-row-actions.tsx'
import { useBulkActions } from '../bulk-changes/use-bulk-actions.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { SelectFilter } from '../ui/filters.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import { WITH_REQUESTS } from './addresses/request-labels.ts'
import { ClientFilters } from './ClientFilters.tsx'
import { clientColumns } from './client-columns.tsx'
import type { Client } from './client-labels.ts'
import { BULK_EDIT, BULK_REMOVE, useClientActions } from './use-client-actions.tsx'

const NOUN = ['client', 'clients'] as const
const { wholesaleClients, ipList, callRecords } = paths.admin

const COLUMNS = clientColumns<WholesaleClient>({
  edit: wholesaleClients.edit,
  extraColumns: [
    {
      id: 'ip_count',
      header: 'IPs',
      width: 60,
      align: 'end',
      cell: (row) => (
        <ListLink to={ipList} filters={{ account_id: row.id }}>
          {formatDecimal(row.ip_count)}
        </ListLink>
      ),
    },
    {
      id: 'open_request_count',
      header: 'Address requests',
      width: 90,
      align: 'end',
      cell: ({ open_request_count }) => formatDecimal(open_request_count),
      filter: ({ open_request_count }) => ['requests', open_request_count > 0 ? 'OPEN' : ''],
      hidden: true,
    },
  ],
})

export default function WholesaleClientsScreen() {
  const list = useListScreen(listWholesaleClients, { every_ms: 10_000 })
  const pageAction = usePageAction()
  const ipListOf = ({ id }: Client) =>
    pageAction('IP list', <IconNetwork size={15} />, withSearch(ipList, { account_id: id }))
  const actions = useClientActions({
    of: 'wholesale_clients',
    update: updateWholesaleClient,
    remove: deleteWholesaleClient,
    uses: getWholesaleClientUses,
    paths: wholesaleClients,
    callRecords: callRecords('wholesale'),
    deletedWith: 'addresses',
    extraActions: ipListOf,
  })
  const bulk = useBulkActions(list, {
    resource: 'wholesale_clients',
    noun: NOUN,
    edit: { update: updateWholesaleClient, ...BULK_EDIT },
    remove: BULK_REMOVE,
  })
  return (
    <>
      <ListPage
        title="Wholesale clients"
        name="wholesale-clients"
        list={list}
        columns={COLUMNS}
        noun={NOUN}
        {...actions.rows}
        selection={bulk.selection}
        selectionBar={bulk.selectionBar}
        empty="No wholesale clients yet. A wholesale client calls from known IP addresses."
        filters={
          <>
            <ClientFilters list={list} search="Search by name" />
            <SelectFilter
              label="Address requests"
              choices={WITH_REQUESTS}
              {...list.bind('requests')}
            />
          </>
        }
      />
      {actions.dialog}
      {bulk.dialog}
    </>
  )
}
