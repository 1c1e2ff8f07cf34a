// The lists of changed rates that a client or reseller was sent, with their files.
import { useState } from 'react'
import {
  listPriceNotifications,
  type PriceNotification,
} from '#contract/price-notifications/price-notifications.ts'
import * as column from '../columns/common-columns.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { NotificationFiles } from './NotificationFiles.tsx'
import { CHANGES } from './notification-columns.tsx'

const COLUMNS: readonly GridColumn<PriceNotification>[] = [
  column.time('created_at', 'Made', 160),
  column.text('tariff_name', 'Tariff', 180, { sort: true }),
  column.text('currency', 'Currency', 90),
  ...CHANGES,
]

export default function OwnNotificationsScreen() {
  const list = useListScreen(listPriceNotifications, { fixed: { is_own: 'true' } })
  const [opened, open] = useState<number>()
  return (
    <ListPage
      name="own-price-notifications"
      title="Price notifications"
      list={list}
      columns={COLUMNS}
      noun={['notification', 'notifications']}
      onOpen={({ id }) => open(id)}
      empty="No price notifications yet. Each lists the rates that change for your account."
    >
      {opened !== undefined && <NotificationFiles id={opened} onClose={() => open(undefined)} />}
    </ListPage>
  )
}
