// Topics of notifications: conditions that fire alarms, and happenings that have no end.

/** Conditions of alarm rules. An alarm has the topic of its rule. */
export const ALARM_TOPICS = [
  // Gateways, by the state that the first engine writes.
  'GATEWAY_DOWN',
  'GATEWAY_NOT_REGISTERED',
  'GATEWAY_LOCKED',
  // Traffic of a gateway, carrier, client or destination within a window.
  'ASR',
  'ACD',
  'PDD',
  'NER',
  'SHORT_CALLS',
  'CALLS',
  'MOS',
  'LOSS',
  'ONE_WAY_AUDIO',
  'MARGIN',
  // Money of a client, reseller or settlement account.
  'LOW_BALANCE',
  'CREDIT_SPENT',
  'DAILY_LIMIT_SPENT',
  'MONEY_ENDS',
  'INVOICE_OVERDUE',
  // Refusals within a window.
  'LIMIT_HITS',
  'AUTH_FAILURES',
  'BANS',
  // The machine.
  'PROCESS',
  'NODE_SILENT',
  'DISK',
  'CLOCK',
  'WORK_FAILING',
  'UNCLOSED_CALLS',
  'RESTORE_TEST_LATE',
] as const
export type AlarmTopic = (typeof ALARM_TOPICS)[number]

/** They happen once and have no end. */
export const HAPPENINGS = [
  'IMPORT_APPLIED',
  'INVOICE_ISSUED',
  'RATES_CHANGED',
  'PAYMENT_RECEIVED',
] as const
export type Happening = (typeof HAPPENINGS)[number]

export type Topic = AlarmTopic | Happening

export const isHappening = (topic: Topic): topic is Happening =>
  HAPPENINGS.some((one) => one === topic)
export const TOPICS: readonly [Topic, ...Topic[]] = [...ALARM_TOPICS, ...HAPPENINGS]

/** The worst first. */
export const SEVERITIES = ['CRITICAL', 'WARNING', 'INFO'] as const
export type Severity = (typeof SEVERITIES)[number]
export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  CRITICAL: 'Critical',
  WARNING: 'Warning',
  INFO: 'Info',
}

/** The subjects of alarms and events. */
export const SUBJECT_KINDS = [
  'GATEWAY',
  'SETTLEMENT',
  'CLIENT',
  'RESELLER',
  'DESTINATION',
  'PROCESS',
  'NODE',
  'DISK',
  'WORK',
  'SWITCH',
  'TARIFF',
  'INVOICE',
  'PAYMENT',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]
