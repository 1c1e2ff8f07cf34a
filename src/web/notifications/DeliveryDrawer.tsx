// One message as it was sent, with each attempt and its answer.
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  getNotificationDelivery,
  type NotificationDelivery,
} from '#contract/notifications/notification-deliveries.ts'
import { SEVERITY_LABELS } from '#core/notification/topics.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { SideDialog } from '../ui/Dialog.tsx'
import plain from '../ui/PlainTable.module.css'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { CopyText } from '../ui/values/CopyText.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { formatBytes, NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import styles from './DeliveryDrawer.module.css'
import { MailPage } from './MailPage.tsx'
import { DELIVERY_STATE_CHOICES, reasonOf, topicOf } from './notification-labels.ts'

type Delivery = AnswerOf<typeof getNotificationDelivery>

interface DeliveryDrawerProps {
  readonly id: number
  readonly onClose: () => void
  readonly onResend: (delivery: NotificationDelivery) => Promise<void>
}

export function DeliveryDrawer({ id, onClose, onResend }: DeliveryDrawerProps) {
  const query = useOne(
    getNotificationDelivery,
    { params: { id } },
    { isUnderWay: ({ state }) => state === 'WAITING' },
  )
  const { data } = query
  const mayResend = useMay('notification_deliveries.execute')
  return (
    <SideDialog
      title={data?.subject ?? 'Delivery'}
      width={760}
      onClose={onClose}
      tools={
        data &&
        mayResend && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} />}
            disabled={data.state === 'WAITING'}
            onClick={() => void onResend(data)}
          >
            Resend…
          </Button>
        )
      }
    >
      <Loaded query={query}>{(delivery) => <Parts delivery={delivery} />}</Loaded>
    </SideDialog>
  )
}

function Parts({ delivery }: { delivery: Delivery }) {
  const { state, channel, severity, tries, attachments } = delivery
  const reason = reasonOf(delivery)
  return (
    <>
      <Figures
        label="Delivery"
        figures={[
          {
            label: 'State',
            value: <StatusLabel choices={DELIVERY_STATE_CHOICES} value={state} />,
          },
          ...(reason ? [{ label: 'Reason', value: reason }] : []),
          { label: 'Recipient', value: delivery.recipient },
          { label: 'Topic', value: topicOf(delivery) },
          { label: 'Severity', value: SEVERITY_LABELS[severity] },
          { label: 'Rule', value: delivery.rule_name ?? NONE },
          ...attachments.map(({ file_name, size }, at) => ({
            label: attachments.length > 1 ? `File ${at + 1}` : 'File',
            value: size === null ? 'Being made' : `${file_name}, ${formatBytes(size)}`,
          })),
          { label: 'Created', value: <DateTime at={delivery.created_at} /> },
          ...(state === 'WAITING'
            ? [{ label: 'Next try', value: <DateTime at={delivery.next_try_at} /> }]
            : []),
        ]}
      />
      {channel === 'EMAIL' ? <Mail delivery={delivery} /> : <Payload text={delivery.payload} />}
      <section aria-label="Attempts">
        <h3>Attempts</h3>
        {tries.length === 0 ? <p className="muted">Not tried yet.</p> : <Attempts tries={tries} />}
      </section>
      <p className="muted">
        Message ID <span className="mono">{delivery.message_id}</span>
      </p>
    </>
  )
}

const PARTS = [
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Text' },
]

/** Both parts of it, of which a mail program shows one. */
function Mail({ delivery: { id, body_text, body_html } }: { delivery: Delivery }) {
  const [part, setPart] = useState<string>()
  const hasHtml = body_html !== ''
  return (
    <section className={styles.mail} aria-label="Mail">
      <h3>Mail</h3>
      {hasHtml && (
        <PresetTabs
          label="Part of the mail"
          choices={PARTS}
          value={part ?? 'html'}
          onChange={setPart}
        />
      )}
      {hasHtml && part !== 'text' ? (
        <MailPage id={id} />
      ) : (
        <pre className={styles.text}>{body_text}</pre>
      )}
    </section>
  )
}

/** The bytes that were sent, with the lines of a reader. */
function Payload({ text }: { text: string }) {
  return (
    <section className={styles.mail} aria-label="Payload">
      <h3>
        Payload <CopyText text={text} label="Copy the payload" />
      </h3>
      <pre className={styles.text}>{indented(text)}</pre>
    </section>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const HEADS = ['Time', 'Result', 'Answer'] as const

function Attempts({ tries }: { tries: Delivery['tries'] }) {
  return (
    <ScrollBox label="Attempts">
      <table className={plain.table}>
        <TableHead columns={HEADS} />
        <tbody>
          {tries.map(({ at, ok, answer }) => (
            <tr key={at}>
              <td>
                <DateTime at={at} />
              </td>
              <td>
                <StatusDot tone={ok ? 'success' : 'danger'}>{ok ? 'Sent' : 'Failed'}</StatusDot>
              </td>
              <td style={{ overflowWrap: 'anywhere' }}>{answer}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
