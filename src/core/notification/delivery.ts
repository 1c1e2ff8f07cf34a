// Words of deliveries: one message of events, or one document, to one recipient.

export const CHANNELS = ['EMAIL', 'WEBHOOK'] as const
export type Channel = (typeof CHANNELS)[number]

/** A digest has what was held back; a test and a document that a user sends have no events. */
export const DELIVERY_KINDS = ['MESSAGE', 'DIGEST', 'TEST', 'DOCUMENT'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

export const DELIVERY_STATES = ['WAITING', 'SENT', 'FAILED', 'SUPPRESSED'] as const

/** HOURS and DIGEST are held back until a digest; the others are not sent at all. */
export const SUPPRESSIONS = ['UNSUBSCRIBED', 'BOUNCED', 'HOURS', 'DIGEST'] as const
export type Suppression = (typeof SUPPRESSIONS)[number]
