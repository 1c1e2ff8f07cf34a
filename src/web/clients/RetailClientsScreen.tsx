// The list of retail clients, with their balances, SIP users and registrations.
import { IconDeviceLandlinePhone } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  deleteRetailClient,
  listRetailClients,
  type RetailClient,
  updateRetailClient,
} from '#contract/retail-clients.ts'
import { getRetailClientUses } from '#contract/uses.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { formatDecimal } from '../ui/format.ts'
import { ClientFilters } from './ClientFilters.tsx'
import { clientColumns } from './client-columns.tsx'
import { useClientActions } from './use-client-actions.tsx'

const { retailClients, registrations, callRecords } = paths.admin

const COLUMNS = clientColumns<RetailClient>({
  edit: retailClients.edit,
  own: [
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
  const navigate = useNavigate()
  const mayEdit = useMay('retail_clients.edit')
  const actions = useClientActions({
    mayEdit,
    update: updateRetailClient,
    remove: deleteRetailClient,
    uses: getRetailClientUses,
    edit: retailClients.edit,
    callRecords: callRecords('retail'),
    belongings: 'SIP users',
  })
  const registrationsOf = ({ id }: RetailClient) => ({
    label: 'Registrations',
    icon: <IconDeviceLandlinePhone size={15} />,
    onClick: () => void navigate({ href: withSearch(registrations, { account_id: id }) }),
  })
  return (
    <>
      <ListPage
        title="Retail clients"
        name="retail-clients"
        list={list}
        columns={COLUMNS}
        noun={['client', 'clients']}
        rowId={(row) => String(row.id)}
        add={mayEdit ? { label: 'Add client', to: retailClients.add } : undefined}
        {...(mayEdit ? { onOpen: actions.open } : {})}
        actions={(row) => actions.of(row, [registrationsOf(row)])}
        empty="No retail clients yet. SIP users of a retail client register with username and
          password."
        filters={<ClientFilters list={list} search="Name, SIP user or number" />}
      />
      {actions.dialog}
    </>
  )
}
