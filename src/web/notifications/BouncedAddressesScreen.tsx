// Addresses that mail servers have refused for good, and their way back.
import {
  type BouncedAddress,
  listBouncedAddresses,
  removeBouncedAddress,
} from '#contract/notifications/bounced-addresses.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'

const COLUMNS: readonly GridColumn<BouncedAddress>[] = [
  {
    id: 'address',
    header: 'Address',
    width: 260,
    sort: 'address',
    cell: ({ address }) => (
      <ListLink to={paths.admin.notificationDeliveries} filters={{ recipient: address }}>
        {address}
      </ListLink>
    ),
  },
  column.text('answer', 'Answer', 420),
  column.integer('bounce_count', 'Times', 80, { sort: true }),
  column.time('last_at', 'Last', 160, { sort: true }),
  column.time('since', 'Since', 160),
]

export default function BouncedAddressesScreen() {
  const list = useListScreen(listBouncedAddresses)
  const rows = useRowActions<BouncedAddress>({
    noun: 'bounced address',
    of: 'bounced_addresses',
    remove: {
      endpoint: removeBouncedAddress,
      name: ({ address }) => address,
      effect: 'Mails go there again. If the server refuses it once more, it is back on this list.',
    },
  })
  return (
    <ListPage
      name="bounced-addresses"
      list={list}
      columns={COLUMNS}
      noun={['bounced address', 'bounced addresses']}
      {...rows}
      empty="No bounced addresses. An address is here when its mail server refuses it for good."
      filters={<TextFilter label="Search by address or answer" search {...list.bind('q')} />}
    />
  )
}
