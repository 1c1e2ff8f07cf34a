// Lists of changed rates for clients and resellers, with their files.
import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  listPriceNotifications,
  type PriceNotification,
} from '#contract/price-notifications/price-notifications.ts'
import * as column from '../columns/common-columns.tsx'
import { lastMailColumn } from '../document-mails/LastMail.tsx'
import { useSendDialog } from '../document-mails/use-send-dialog.tsx'
import { useIdPreset } from '../forms/use-id-preset.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useSelection } from '../lists/use-selection.ts'
import { paths } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { AccountPicker, TariffPicker } from '../pickers/pickers.tsx'
import { useMay } from '../session/session.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { count } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { NewNotificationDialog } from './NewNotificationDialog.tsx'
import { NotificationFiles } from './NotificationFiles.tsx'
import { CHANGES, NOTIFICATION_STATE_CHOICES } from './notification-columns.tsx'

const recipientsOf = ({ recipient, recipients_count }: PriceNotification): string =>
  recipients_count > 1
    ? `${recipient} and ${count(recipients_count - 1, 'other', 'others')}`
    : recipient

const COLUMNS: readonly GridColumn<PriceNotification>[] = [
  column.time('created_at', 'Made', 160),
  {
    id: 'tariff_name',
    header: 'Tariff',
    width: 180,
    sort: 'tariff_name',
    cell: (row) => (
      <ListLink to={paths.admin.tariffRates(row.tariff_id).list} filters={{}}>
        {row.tariff_name}
      </ListLink>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 110,
    cell: ({ state }) => <StatusLabel choices={NOTIFICATION_STATE_CHOICES} value={state} />,
  },
  { id: 'recipient', header: 'For', width: 200, cell: recipientsOf },
  ...CHANGES,
  lastMailColumn(),
  column.text('created_by', 'Made by', 130),
]

const NOUN = ['notification', 'notifications'] as const
const OF_NOTIFICATIONS = {
  idOf: ({ id }: PriceNotification) => String(id),
  nameOf: ({ tariff_name }: PriceNotification) => tariff_name,
  canSelect: ({ state }: PriceNotification) => state === 'READY',
}

export default function PriceNotificationsScreen() {
  const list = useListScreen(listPriceNotifications, { fixed: { is_own: 'false' } })
  const { address, write } = useAddress()
  const { tariff_id } = useIdPreset('tariff_id')
  const mayMake = useMay('tariffs.edit')
  // A link of an import names the time before it.
  const [isAdding, setAdding] = useState(address.since !== undefined)
  const [opened, open] = useState<number>()
  const mails = useSendDialog('PRICES', { onSent: () => clear() })
  const { chosen, selection, clear } = useSelection(list.rows, OF_NOTIFICATIONS)
  const close = () => {
    setAdding(false)
    write({ since: undefined })
  }
  return (
    <ListPage
      name="price-notifications"
      title="Price notifications"
      list={list}
      columns={COLUMNS}
      noun={NOUN}
      onOpen={({ id }) => open(id)}
      {...(mails.open && {
        selection,
        selectionBar: chosen.length > 0 && (
          <SelectionBar chosen={chosen.length} noun={NOUN} onClear={clear}>
            <Button variant="default" onClick={() => mails.open?.(chosen.map(({ id }) => id))}>
              Send {chosen.length} by e-mail…
            </Button>
          </SelectionBar>
        ),
        actions: ({ id, state }: PriceNotification) =>
          state === 'READY' ? mails.actionOf(id) : [],
      })}
      {...(mayMake && { add: { label: 'New notification', to: () => setAdding(true) } })}
      empty="No price notifications yet. Each lists the changed rates of a tariff for its clients."
      filters={
        <>
          <TariffPicker {...asFilter('Tariff', list.bind('tariff_id'))} />
          <AccountPicker {...asFilter('Client or reseller', list.bind('account_id'))} />
        </>
      }
    >
      {isAdding && mayMake && (
        <NewNotificationDialog
          tariff_id={tariff_id ?? null}
          since={address.since ?? null}
          onClose={close}
          onMade={(id) => {
            close()
            open(id)
          }}
        />
      )}
      {mails.dialog}
      {opened !== undefined && <NotificationFiles id={opened} onClose={() => open(undefined)} />}
    </ListPage>
  )
}
