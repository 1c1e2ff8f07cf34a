// Sends one delivery by its channel: the only way out for those that have a row, and for those of
// an outage, which have none yet.
import type { AttachedFile } from '#db/notifications/attachments.ts'
import type { DueDelivery, DueMail, DuePayload } from '#db/notifications/due-deliveries.ts'
import type { MailServer } from '#db/notifications/mail-server.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import type { Resolve } from '../outbound/send-checked.ts'
import { type Mailer, openMailer } from './send-mail.ts'
import { sendToWebhook } from './send-to-webhook.ts'

/** Parts that notifications need besides the database. */
export interface NotificationMeans {
  readonly secretKeys: SecretKeys
  readonly resolveName: Resolve
}

type Opened = { readonly mailer: Mailer; readonly is_paused: boolean }

/** The mail server is connected to when there is a mail, once in a run. */
export function mailsOfRun(
  readServer: () => Promise<MailServer | undefined>,
  means: NotificationMeans,
) {
  let opened: Promise<Opened> | undefined
  const connect = async () => {
    const server = await readServer()
    if (!server) throw new Error('There is no e-mail server: enter it first.')
    return { mailer: await openMailer(server, means), is_paused: server.status === 'paused' }
  }
  return {
    open: () => {
      opened ??= connect()
      return opened
    },
    close: async () => (await opened?.catch(() => undefined))?.mailer.close(),
  }
}

interface Sending extends NotificationMeans {
  readonly stop: AbortSignal
  readonly now_ms: number
  readonly openMails: () => Promise<Opened>
  readonly readFiles: () => Promise<readonly AttachedFile[]>
}

/** Answers what the receiver has answered. */
export async function sendDelivery(
  delivery: DueMail & DuePayload & Pick<DueDelivery, 'channel'>,
  sending: Sending,
): Promise<string> {
  if (delivery.channel === 'WEBHOOK') return sendToWebhook(delivery, sending)
  const { mailer, is_paused } = await sending.openMails()
  // A test is how to find out whether it may be active.
  if (is_paused && delivery.kind !== 'TEST') throw new Error('The e-mail server is paused.')
  return mailer.send(delivery, await sending.readFiles())
}
