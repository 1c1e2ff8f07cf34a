// Open requests of a client to change its IP list, on its page.
import { IconCheck, IconX } from '@tabler/icons-react'
import {
  type AddressRequest,
  acceptAddressRequest,
  listAddressRequests,
  refuseAddressRequest,
} from '#contract/accounts/address-requests.ts'
import { alert } from '../../alerts/alerts.ts'
import * as column from '../../columns/common-columns.tsx'
import { fieldMessageOf } from '../../http/api-error.ts'
import { useChange, useList } from '../../http/use-endpoint.ts'
import { SectionGrid } from '../../lists/SectionGrid.tsx'
import { useMay } from '../../session/session.ts'
import { Section } from '../../ui/form/Section.tsx'
import type { GridColumn, RowAction } from '../../ui/grid/column.ts'
import { Address } from './ip-columns.tsx'
import { REQUEST_KINDS } from './request-labels.ts'

const COLUMNS: readonly GridColumn<AddressRequest>[] = [
  {
    id: 'network',
    header: 'Address',
    width: 180,
    cell: ({ network }) => <Address ip={network} />,
  },
  column.choice('kind', 'Change', 90, REQUEST_KINDS),
  column.text('note', 'Note', 220),
  column.time('at', 'Requested', 160),
]

const POLL_MS = 10_000

export function AddressRequests({ account_id }: { account_id: number }) {
  const query = { account_id, state: 'OPEN' } as const
  const list = useList(listAddressRequests, { query }, { every_ms: POLL_MS })
  const actions = useDecisions()
  if ((list.data?.page.total ?? 0) === 0) return null
  return (
    <Section
      title="Address requests"
      help="The client wants its IP list changed. Accept does it immediately."
      wide
    >
      <SectionGrid
        label="Address requests"
        name="address-requests"
        list={list}
        columns={COLUMNS}
        actions={actions}
        empty="No open request."
      />
    </Section>
  )
}

function useDecisions(): (request: AddressRequest) => readonly RowAction[] {
  const mayDecide = useMay('wholesale_clients.edit')
  const also = ['ip-list', 'wholesale-clients']
  const accept = useChange(acceptAddressRequest, { also, errors: 'form', done: 'Accepted.' })
  const refuse = useChange(refuseAddressRequest, { also, done: 'Refused.' })
  // The IP list says which field of the address is wrong.
  const fail = (error: unknown) => alert.error(fieldMessageOf(error))
  const askToRefuse = async ({ id, network, client_name }: AddressRequest) => {
    const title = `Refuse ${network} of ${client_name}?`
    const question = { title, yes: 'Refuse', no: 'Cancel' }
    const reason = await alert.prompt('Reason (shown to the client)', question)
    if (reason?.trim()) refuse.mutate({ params: { id }, body: { reason } })
  }
  return (request) =>
    mayDecide
      ? [
          {
            label: 'Accept',
            icon: <IconCheck size={15} />,
            onClick: () => void accept.mutateAsync({ params: { id: request.id } }).catch(fail),
          },
          {
            label: 'Refuse',
            icon: <IconX size={15} />,
            danger: true,
            onClick: () => void askToRefuse(request),
          },
        ]
      : []
}
