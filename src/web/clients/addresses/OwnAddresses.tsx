// The addresses of a wholesale client on its dashboard, and the changes of them that it requests.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { cancelAddressRequest } from '#contract/accounts/address-requests.ts'
import type { Connection } from '#contract/accounts/connection.ts'
import { STATUSES } from '../../fields/statuses.ts'
import { useChange } from '../../http/use-endpoint.ts'
import { useMay } from '../../session/session.ts'
import { labelFor } from '../../ui/form/labels.ts'
import { BarList } from '../../ui/values/BarList.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { NONE } from '../../ui/values/format.ts'
import type { AddressToRequest } from './RequestAddressDialog.tsx'
import { REQUEST_KINDS, REQUEST_STATES } from './request-labels.ts'

const RequestAddressDialog = lazy(async () => ({
  default: (await import('./RequestAddressDialog.tsx')).RequestAddressDialog,
}))

type OwnAddressesProps = Pick<Connection, 'addresses' | 'address_requests'>

const ADD: AddressToRequest = { kind: 'ADD', network: '' }

export function OwnAddresses({ addresses, address_requests }: OwnAddressesProps) {
  const mayRequest = useMay('address_requests.create')
  const [asked, setAsked] = useState<AddressToRequest>()
  const columns = ['Address', 'Tech prefix', 'Channels', 'CPS', 'Status']
  const removal = (network: string) => (
    <Button
      key="removal"
      variant="default"
      size="compact-sm"
      onClick={() => setAsked({ kind: 'REMOVE', network })}
    >
      Request removal
    </Button>
  )
  return (
    <>
      <BarList
        title="Your addresses"
        columns={mayRequest ? [...columns, 'Change'] : columns}
        empty="No address yet: your calls are refused until one is added."
        tools={
          mayRequest && (
            <Button variant="default" size="compact-sm" onClick={() => setAsked(ADD)}>
              Request an address
            </Button>
          )
        }
        bars={addresses.map((row) => ({
          key: String(row.id),
          label: `${row.ip}${row.port === null ? '' : `:${row.port}`} ${row.transport ?? ''}`,
          figures: [
            row.tech_prefix || NONE,
            row.channel_limit ?? NONE,
            row.cps_limit ?? NONE,
            labelFor(STATUSES, row.status),
            ...(mayRequest ? [removal(row.ip)] : []),
          ],
        }))}
      />
      {address_requests.length > 0 && <Requests requests={address_requests} />}
      {asked && (
        <Suspense fallback={null}>
          <RequestAddressDialog asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Requests({ requests }: { requests: Connection['address_requests'] }) {
  const mayRequest = useMay('address_requests.create')
  const cancel = useChange(cancelAddressRequest, { done: 'Request canceled.' })
  return (
    <BarList
      title="Your address requests"
      columns={['Address', 'Change', 'Requested', 'Note', 'State']}
      empty=""
      bars={requests.map(({ id, network, kind, at, note, state, reason }) => ({
        key: String(id),
        label: network,
        figures: [
          labelFor(REQUEST_KINDS, kind),
          <DateTime key="at" at={at} style="minute" />,
          note || NONE,
          <>
            {labelFor(REQUEST_STATES, state)}
            {reason && `: ${reason}`}{' '}
            {state === 'OPEN' && mayRequest && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Cancel the request for ${network}`}
                onClick={() => cancel.mutate({ params: { id } })}
              >
                Cancel
              </Button>
            )}
          </>,
        ],
      }))}
    />
  )
}
