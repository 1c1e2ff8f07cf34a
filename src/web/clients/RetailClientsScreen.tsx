// The list of retail clients, with their balances, SIP users and registrations.
import { IconDeviceLandlinePhone } from '@tabler/icons-react'
import {
  deleteRetailClient,
  listRetailClients,
  type RetailClient,
  updateRetailClient,
} from '#contract/accounts/retail-clients.ts'
import { getRetailClientUses } from '#contract/console/uses.ts'
import { usePageAction } from '../actions/use-row-actions.tsx'
import { useBulkActions } from '../bulk-changes/use-bulk-actions.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { formatDecimal } from '../ui/values/format.ts'
import { ClientFilters } from './ClientFilters.tsx'
import { clientColumns } from './client-columns.tsx'
import type { Client } from './client-labels.ts'
import { BULK_EDIT, BULK_REMOVE, useClientActions } from './use-client-actions.tsx'

const NOUN = ['client', 'clients'] as const
const { retailClients, registrations, callRecords } = paths.admin

const COLUMNS = clientColumns<RetailClient>({
  edit: retailClients.edit,
  extraColumns: [
    {
      id: 'sip_user_count',
      header: 'SIP users',
      width: 90,
      align: 'end',
      cell: (row) => formatDecimal(row.sip_user_count),
    },
    {
      id: 'registered_count',
      header: 'Registered',
      width: 100,
      align: 'end',
      cell: (row) => (
        <ListLink to={registrations} filters={{ account_id: row.id }}>
          {formatDecimal(row.registered_count)}
        </ListLink>
      ),
    },
  ],
})

export default function RetailClientsScreen() {
  const list = useListScreen(listRetailClients, { every_ms: 10_000 })
  const pageAction = usePageAction()
  const registrationsOf = ({ id }: Client) =>
    pageAction(
      'Registrations',
      <IconDeviceLandlinePhone size={15} />,
      withSearch(registrations, { account_id: id }),
    )
  const actions = useClientActions({
    of: 'retail_clients',
    update: updateRetailClient,
    remove: deleteRetailClient,
    uses: getRetailClientUses,
    paths: retailClients,
    callRecords: callRecords('retail'),
    deletedWith: 'SIP users',
    extraActions: registrationsOf,
  })
  const bulk = useBulkActions(list, {
    resource: 'retail_clients',
    noun: NOUN,
    edit: { update: updateRetailClient, ...BULK_EDIT },
    remove: BULK_REMOVE,
  })
  return (
    <>
      <ListPage
        title="Retail clients"
        name="retail-clients"
        list={list}
        columns={COLUMNS}
        noun={NOUN}
        {...actions.rows}
        selection={bulk.selection}
        selectionBar={bulk.selectionBar}
        empty="No retail clients yet. SIP users of a retail client register with username and
          password."
        filters={<ClientFilters list={list} search="Name, SIP user or number" />}
      />
      {actions.dialog}
      {bulk.dialog}
    </>
  )
}
