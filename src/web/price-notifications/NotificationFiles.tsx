// The files of a price notification: PDF for each recipient, CSV and Excel for all.
import { Button, Group, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  discardPriceNotification,
  getPriceNotification,
  getPriceNotificationPdf,
  listPriceNotificationRows,
} from '#contract/price-notifications/price-notifications.ts'
import { alert } from '../alerts/alerts.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { messageOf } from '../http/api-error.ts'
import { download } from '../http/download.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useMay, useMayExport } from '../session/session.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useKit } from '../ui/Kit.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { changeFigures } from './notification-columns.tsx'

interface NotificationFilesProps {
  readonly id: number
  readonly onClose: () => void
}

export function NotificationFiles({ id, onClose }: NotificationFilesProps) {
  const found = useOne(
    getPriceNotification,
    { params: { id } },
    { isUnderWay: ({ state }) => state === 'PREPARING' },
  )
  return (
    <Dialog title="Price notification" width={560} onClose={onClose}>
      <Loaded query={found}>
        {(notification) =>
          notification.state === 'READY' ? (
            <Files notification={notification} />
          ) : (
            <Unready notification={notification} onDiscarded={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type Notification = AnswerOf<typeof getPriceNotification>

interface UnreadyProps {
  readonly notification: Notification
  readonly onDiscarded: () => void
}

/** While its rates are being compared, and when that has failed. */
function Unready({ notification, onDiscarded }: UnreadyProps) {
  const { id, tariff_name, state, failure, retry_at } = notification
  const mayDiscard = useMay(discardPriceNotification.needs)
  const discard = useChange(discardPriceNotification, { done: 'Discarded.', onDone: onDiscarded })
  return (
    <>
      {state === 'PREPARING' ? (
        <p>The rates of {tariff_name} are being compared. The files are here when that is done.</p>
      ) : (
        <>
          <p>
            The rates of {tariff_name} could not be compared: {failure}
          </p>
          <p className="muted">
            Next try: <DateTime at={retry_at ?? null} />
          </p>
        </>
      )}
      {mayDiscard && (
        <Group mt="md">
          <Button
            variant="default"
            loading={discard.isPending}
            onClick={() => discard.mutate({ params: { id } })}
          >
            Discard
          </Button>
        </Group>
      )}
    </>
  )
}

function Files({ notification }: { notification: Notification }) {
  const { id, recipients, created_at } = notification
  const { timeZone } = useKit()
  const mayExport = useMayExport(listPriceNotificationRows)
  const [chosen, choose] = useState(String(recipients[0]?.account_id ?? ''))
  const [isBusy, setBusy] = useState(false)
  const name = recipients.find(({ account_id }) => String(account_id) === chosen)?.name ?? ''
  const run = async (work: Promise<void>) => {
    setBusy(true)
    await work.catch((error: unknown) =>
      alert.error(messageOf(error), { title: 'The download failed' }),
    )
    setBusy(false)
  }
  const table = (format: 'csv' | 'xlsx') =>
    download(
      listPriceNotificationRows,
      { params: { id }, query: { format, headings: 'words', zone: timeZone } },
      `prices-${name}-${created_at.slice(0, 10)}.${format}`,
    )
  const pdf = () =>
    download(getPriceNotificationPdf, { params: { id, account_id: Number(chosen) } })
  return (
    <>
      <Figures
        label="Changes"
        figures={[
          { label: 'Tariff', value: notification.tariff_name },
          ...changeFigures(notification),
        ]}
      />
      {recipients.length > 1 && (
        <Select
          label="For"
          data={recipients.map((one) => ({ value: String(one.account_id), label: one.name }))}
          value={chosen}
          onChange={(value) => value && choose(value)}
          allowDeselect={false}
          searchable
          my="md"
        />
      )}
      <Group gap="xs" mt="md">
        <Download label="PDF" loading={isBusy} onClick={() => void run(pdf())} />
        {mayExport && (
          <>
            <Download label="CSV" loading={isBusy} onClick={() => void run(table('csv'))} />
            <Download label="Excel" loading={isBusy} onClick={() => void run(table('xlsx'))} />
          </>
        )}
      </Group>
      <p className="muted">A PDF has up to 5,000 rates.</p>
    </>
  )
}

interface DownloadProps {
  readonly label: string
  readonly loading: boolean
  readonly onClick: () => void
}

function Download({ label, loading, onClick }: DownloadProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} />}
      disabled={loading}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
