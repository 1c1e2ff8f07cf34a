// Mails by SMTP: to the address that was checked, encrypted where that is chosen, over connections
// that the mails of one run share.
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { AttachedFile } from '#db/notifications/attachments.ts'
import type { DueMail } from '#db/notifications/due-deliveries.ts'
import type { MailServer } from '#db/notifications/mail-server.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { type Resolve, resolveChecked } from '../outbound/send-checked.ts'

const TIMEOUT_MS = 10_000
const CONNECTIONS = 3

/** A mail server has refused the address of the recipient for good. */
export class AddressRefused extends Error {}

export interface Mailer {
  /** Answers what the server has answered. */
  send(mail: DueMail, files: readonly AttachedFile[]): Promise<string>
  close(): void
}

interface Means {
  readonly secretKeys: SecretKeys
  readonly resolveName: Resolve
}

/** Fails if the server cannot be reached by its settings. */
export async function openMailer(
  server: MailServer,
  { secretKeys, resolveName }: Means,
): Promise<Mailer> {
  const { host, port, security, username, checks_certificate } = server
  const password = secretKeys.decrypt('mail_server.password', server.password)
  if (password === undefined) throw new Error('The password cannot be read: set it again.')
  const address = await resolveChecked(host, server.allows_private, resolveName)
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host: address,
    port,
    secure: security === 'TLS',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'NONE',
    tls: { rejectUnauthorized: checks_certificate, ...(isIP(host) ? {} : { servername: host }) },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Neither files nor addresses are read for a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username !== '' && { auth: { user: username, pass: password } }),
  })
  return {
    async send(mail, files) {
      try {
        const attachments = files.map(attachmentOf)
        const { response } = await transport.sendMail({ ...mailOf(server, mail), attachments })
        return response
      } catch (error) {
        throw isRefused(error) ? new AddressRefused(error.message) : error
      }
    },
    close: () => transport.close(),
  }
}

function mailOf(
  { from_address, from_name, reply_to }: MailServer,
  due: DueMail,
): Parameters<ReturnType<typeof createTransport>['sendMail']>[0] {
  const { message_id, recipient, subject, unsubscribe_url } = due
  const domain = from_address.split('@').at(-1)
  const replyTo = due.reply_to || reply_to
  return {
    from: { name: due.from_name || from_name, address: from_address },
    // As an object, so that no part of it is read as a second address.
    to: { name: '', address: recipient },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text: due.body_text,
    ...(due.body_html && { html: due.body_html }),
    messageId: `<${message_id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe_url && {
        'List-Unsubscribe': `<${unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

const attachmentOf = ({ file_name, content }: AttachedFile) => ({
  filename: file_name,
  content: Buffer.from(content),
  contentType: 'application/pdf',
})

/** A refusal by a rule of the server, such as one against relaying, is no fault of the address. */
const BY_POLICY = /\b5\.7\.\d+/

function isRefused(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return (
    command === 'RCPT TO' &&
    responseCode >= 500 &&
    responseCode < 600 &&
    !BY_POLICY.test(error.message)
  )
}
