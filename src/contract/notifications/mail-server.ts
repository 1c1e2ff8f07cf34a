// The server that takes the mails of the switch.
import { z } from 'zod'
import { DELIVERY_STATES } from '#core/notification/delivery.ts'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

export const MAIL_SECURITIES = ['NONE', 'STARTTLS', 'TLS'] as const

const address = z.email('Invalid e-mail address.').max(254)
/** ASCII, so that no server reads it otherwise. */
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$/

export const mailServerForm = z.strictObject({
  status: z.enum(['active', 'paused']),
  host: z.string().trim().regex(HOST, 'Enter a host name or an IP address.'),
  port: z.number().int().min(1).max(65535),
  /** With STARTTLS, a server that does not offer it gets no mail. */
  security: z.enum(MAIL_SECURITIES),
  /** Whether a certificate that no known authority has signed is refused. */
  checks_certificate: z.boolean(),
  username: is.line(254),
  /** Never answered; on a change, an absent one stays as it is. */
  password: z
    .string()
    .regex(/^[\x20-\x7e]{0,256}$/, 'ASCII characters only, at most 256.')
    .optional(),
  from_address: address,
  from_name: is.line(80),
  reply_to: is.email,
  /** For links in mails; empty for none. */
  console_url: z
    .string()
    .trim()
    .max(200)
    .regex(/^(https?:\/\/[A-Za-z0-9.:[\]-]+)?$/, 'An address, such as https://sw.example.com.'),
  /** Whether the server may have an address of this machine or of its network. */
  allows_private: z.boolean(),
})

export const mailServer = mailServerForm.omit({ password: true, from_address: true }).extend({
  /** Empty before it was saved for the first time, as the host. */
  from_address: z.string(),
  host: z.string(),
  has_password: z.boolean(),
  /** 0 before it was saved for the first time. */
  version: z.number().int().min(0),
  /** The last test mail; null before one was sent. */
  last_test: z
    .object({
      id: is.id,
      recipient: z.string(),
      state: z.enum(DELIVERY_STATES),
      last_answer: z.string(),
      created_at: is.instant,
    })
    .nullable(),
})
export type MailServer = z.output<typeof mailServer>

export const getMailServer = endpoint({
  method: 'GET',
  path: '/api/mail-server',
  summary: 'The e-mail server, and how the last test of it went',
  needs: 'mail_server.view',
  answer: mailServer,
})

export const updateMailServer = endpoint({
  method: 'PUT',
  path: '/api/mail-server',
  summary: 'Changes the e-mail server',
  needs: 'mail_server.edit',
  body: mailServerForm.extend({ version: mailServer.shape.version }),
  answer: mailServer,
})

export const testMailServer = endpoint({
  method: 'POST',
  path: '/api/mail-server/test',
  summary: 'Sends a test mail; the e-mail server shows how it went',
  needs: 'mail_server.edit',
  body: z.strictObject({ to: address }),
  answer: mailServer,
})
