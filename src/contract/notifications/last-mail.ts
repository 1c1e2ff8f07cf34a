// The last mail that went out with a document, in the lists of documents.
import { z } from 'zod'
import { DELIVERY_STATES } from '#core/notification/delivery.ts'
import { allNeeding } from '../field-rights.ts'
import * as is from '../primitives.ts'

/** Null without one. */
export const lastMail = allNeeding('clients', {
  /** Its delivery. */
  mail_id: is.id.nullable(),
  mail_to: z.string().nullable(),
  mail_state: z.enum(DELIVERY_STATES).nullable(),
  /** When it was sent, or made if it is not sent. */
  mail_at: is.instant.nullable(),
})
