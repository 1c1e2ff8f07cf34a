// One row for each topic: its words, and who may be notified of it.
import type { Topic } from './topics.ts'

/** Which e-mail address of an account or carrier gets it. */
export type Contact = 'noc_email' | 'billing_email' | 'rates_email'

export type TopicGroup = 'gateways' | 'traffic' | 'money' | 'refusals' | 'machine' | 'business'

export interface TopicFacts {
  readonly label: string
  readonly group: TopicGroup
  /**
   * A reseller may have it about the accounts below it: no gateways, no machine, and no costs of
   * the operator.
   */
  readonly is_for_resellers?: true
  /** The address of the account: its own money, prices and refusals, and no costs of others. */
  readonly account_contact?: Contact
  /** The address of the carrier. */
  readonly settlement_contact?: Contact
}

const NOC = { settlement_contact: 'noc_email' } as const
const BOTH_BILLING = {
  account_contact: 'billing_email',
  settlement_contact: 'billing_email',
} as const
const ACCOUNT_BILLING = { account_contact: 'billing_email' } as const
const ACCOUNT_NOC = { account_contact: 'noc_email' } as const
const BOTH_RATES = { account_contact: 'rates_email', settlement_contact: 'rates_email' } as const
const RESELLERS = { is_for_resellers: true } as const

export const TOPIC_FACTS: Readonly<Record<Topic, TopicFacts>> = {
  GATEWAY_DOWN: { label: 'Gateway down', group: 'gateways', ...NOC },
  GATEWAY_NOT_REGISTERED: { label: 'Gateway not registered', group: 'gateways', ...NOC },
  GATEWAY_LOCKED: { label: 'Gateway locked', group: 'gateways' },

  ASR: { label: 'ASR', group: 'traffic', ...RESELLERS, ...NOC },
  ACD: { label: 'ACD', group: 'traffic', ...RESELLERS, ...NOC },
  PDD: { label: 'PDD', group: 'traffic', ...RESELLERS, ...NOC },
  NER: { label: 'NER', group: 'traffic', ...RESELLERS, ...NOC },
  SHORT_CALLS: { label: 'Short calls', group: 'traffic', ...RESELLERS },
  CALLS: { label: 'Calls', group: 'traffic', ...RESELLERS },
  MOS: { label: 'MOS', group: 'traffic', ...RESELLERS, ...NOC },
  LOSS: { label: 'Packet loss', group: 'traffic', ...RESELLERS, ...NOC },
  ONE_WAY_AUDIO: { label: 'One-way audio', group: 'traffic', ...RESELLERS, ...NOC },
  MARGIN: { label: 'Margin', group: 'traffic' },

  LOW_BALANCE: { label: 'Low balance', group: 'money', ...RESELLERS, ...BOTH_BILLING },
  CREDIT_SPENT: { label: 'Credit spent', group: 'money', ...RESELLERS, ...BOTH_BILLING },
  DAILY_LIMIT_SPENT: {
    ...{ label: 'Daily limit spent', group: 'money', ...RESELLERS, ...ACCOUNT_BILLING },
  },
  MONEY_ENDS: { label: 'Money ends', group: 'money', ...RESELLERS, ...ACCOUNT_BILLING },
  INVOICE_OVERDUE: { label: 'Invoice overdue', group: 'money', ...RESELLERS, ...BOTH_BILLING },

  LIMIT_HITS: { label: 'Limit hits', group: 'refusals', ...RESELLERS, ...ACCOUNT_NOC },
  AUTH_FAILURES: { label: 'Failed logins', group: 'refusals', ...RESELLERS, ...ACCOUNT_NOC },
  BANS: { label: 'Bans', group: 'refusals' },

  PROCESS: { label: 'Process', group: 'machine' },
  NODE_SILENT: { label: 'Node silent', group: 'machine' },
  DISK: { label: 'Disk', group: 'machine' },
  CLOCK: { label: 'Clock', group: 'machine' },
  WORK_FAILING: { label: 'Work failing', group: 'machine' },
  UNCLOSED_CALLS: { label: 'Unclosed calls', group: 'machine' },
  RESTORE_TEST_LATE: { label: 'Restore test late', group: 'machine' },

  IMPORT_APPLIED: { label: 'Import applied', group: 'business' },
  INVOICE_ISSUED: { label: 'Invoice issued', group: 'business', ...RESELLERS, ...BOTH_BILLING },
  RATES_CHANGED: { label: 'Rates changed', group: 'business', ...RESELLERS, ...BOTH_RATES },
  PAYMENT_RECEIVED: {
    ...{ label: 'Payment received', group: 'business', ...RESELLERS, ...BOTH_BILLING },
  },
}
