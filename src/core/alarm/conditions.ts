// The conditions that rules of alarms can have: subjects, unit and words of each topic (ADR-0041).
import {
  ALARM_TOPICS,
  type AlarmTopic,
  type Severity,
  type SubjectKind,
} from '../notification/topics.ts'

export const COMPARISONS = ['BELOW', 'ABOVE'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** SAME_HOUR: the mean of the same hour of the last four weeks. */
export const COMPARED = ['BOUND', 'SAME_HOUR'] as const
export type ComparesWith = (typeof COMPARED)[number]

/**
 * PERCENT and MOS are in ten-thousandths, MONEY in millionths of the currency of the account. A
 * STATE is 1 while it is true.
 */
export const UNITS = [
  ...(['STATE', 'PERCENT', 'MOS', 'SECONDS', 'MILLISECONDS', 'COUNT', 'DAYS', 'MONEY'] as const),
] as const
export type Unit = (typeof UNITS)[number]

/** The figures are read by the same statements, and as often. */
export type Source = 'GATEWAY' | 'TRAFFIC' | 'BALANCE' | 'PACE' | 'INVOICE' | 'REFUSAL' | 'MACHINE'

export interface Condition {
  readonly source: Source
  readonly subject_kinds: readonly SubjectKind[]
  readonly unit: Unit
  /** The first is the usual one. */
  readonly comparisons: readonly Comparison[]
  /** Whether it counts within a window. */
  readonly has_window: boolean
  /** The name of the figure within a sentence; the whole sentence of a state. */
  readonly words: string
  /** It says what calls cost the operator: no account sees it. */
  readonly is_private?: true
}

const TRAFFIC_SUBJECTS = ['GATEWAY', 'SETTLEMENT', 'CLIENT', 'DESTINATION'] as const
const PAYERS = ['CLIENT', 'RESELLER'] as const
const BELOW = ['BELOW', 'ABOVE'] as const
const ABOVE = ['ABOVE', 'BELOW'] as const

const stateOf = (source: Source, subject_kind: SubjectKind, words: string): Condition => ({
  ...{ source, subject_kinds: [subject_kind], unit: 'STATE', comparisons: ['ABOVE'] },
  ...{ has_window: false, words },
})

const trafficOf = (
  unit: Unit,
  comparisons: readonly Comparison[],
  words: string,
  more: Partial<Condition> = {},
): Condition => ({
  ...{ source: 'TRAFFIC', subject_kinds: TRAFFIC_SUBJECTS, unit, comparisons },
  ...{ has_window: true, words },
  ...more,
})

const figureOf = (
  source: Source,
  subject_kinds: readonly SubjectKind[],
  unit: Unit,
  comparison: Comparison,
  words: string,
): Condition => ({
  ...{ source, subject_kinds, unit, comparisons: [comparison] },
  ...{ has_window: source === 'REFUSAL', words },
})

export const CONDITIONS: Readonly<Record<AlarmTopic, Condition>> = {
  GATEWAY_DOWN: stateOf('GATEWAY', 'GATEWAY', 'It does not answer OPTIONS.'),
  GATEWAY_NOT_REGISTERED: stateOf('GATEWAY', 'GATEWAY', 'The switch is not registered there.'),
  GATEWAY_LOCKED: stateOf('GATEWAY', 'GATEWAY', 'It is locked and gets no calls.'),
  ASR: trafficOf('PERCENT', BELOW, 'ASR'),
  ACD: trafficOf('SECONDS', BELOW, 'ACD'),
  PDD: trafficOf('MILLISECONDS', ABOVE, 'PDD'),
  NER: trafficOf('PERCENT', BELOW, 'NER'),
  SHORT_CALLS: trafficOf('PERCENT', ABOVE, 'The share of short calls'),
  CALLS: trafficOf('COUNT', BELOW, 'The number of calls'),
  MOS: trafficOf('MOS', BELOW, 'MOS'),
  LOSS: trafficOf('PERCENT', ABOVE, 'Packet loss'),
  ONE_WAY_AUDIO: trafficOf('PERCENT', ABOVE, 'The share of calls with one-way audio'),
  MARGIN: trafficOf('PERCENT', BELOW, 'The margin', { is_private: true }),
  LOW_BALANCE: figureOf('BALANCE', PAYERS, 'MONEY', 'BELOW', 'The available amount'),
  CREDIT_SPENT: figureOf(
    'BALANCE',
    [...PAYERS, 'SETTLEMENT'],
    'PERCENT',
    'ABOVE',
    'The spent share of the credit limit',
  ),
  DAILY_LIMIT_SPENT: figureOf(
    'BALANCE',
    PAYERS,
    'PERCENT',
    'ABOVE',
    'The spent share of the daily limit',
  ),
  MONEY_ENDS: figureOf('PACE', PAYERS, 'DAYS', 'BELOW', 'What is left at the pace of a day'),
  INVOICE_OVERDUE: figureOf('INVOICE', PAYERS, 'DAYS', 'ABOVE', 'The delay of the oldest invoice'),
  LIMIT_HITS: figureOf(
    'REFUSAL',
    [...PAYERS, 'GATEWAY', 'SETTLEMENT'],
    'COUNT',
    'ABOVE',
    'The number of calls over a limit',
  ),
  AUTH_FAILURES: figureOf('REFUSAL', ['SWITCH'], 'COUNT', 'ABOVE', 'The number of failed logins'),
  BANS: figureOf('REFUSAL', ['SWITCH'], 'COUNT', 'ABOVE', 'The number of new bans'),
  PROCESS: stateOf('MACHINE', 'PROCESS', 'It does not run.'),
  NODE_SILENT: stateOf('MACHINE', 'NODE', 'It gives no sign of life.'),
  DISK: figureOf('MACHINE', ['DISK'], 'PERCENT', 'ABOVE', 'The used share'),
  CLOCK: figureOf('MACHINE', ['NODE'], 'MILLISECONDS', 'ABOVE', 'The deviation of the clock'),
  WORK_FAILING: figureOf('MACHINE', ['WORK'], 'COUNT', 'ABOVE', 'The number of failures in a row'),
  UNCLOSED_CALLS: figureOf(
    'MACHINE',
    ['SWITCH'],
    'COUNT',
    'ABOVE',
    'The number of ended calls that cannot be closed',
  ),
  RESTORE_TEST_LATE: stateOf(
    'MACHINE',
    'SWITCH',
    'No restore test of the backups has succeeded for 36 hours.',
  ),
}

/** Their values are money of an account, or a share of it. */
export const MONEY_TOPICS: readonly AlarmTopic[] = ALARM_TOPICS.filter((topic) =>
  ['BALANCE', 'PACE'].includes(CONDITIONS[topic].source),
)

/** Figures of traffic alone have an hour of last week. */
export const canCompare = (topic: AlarmTopic): boolean => CONDITIONS[topic].source === 'TRAFFIC'

/** How often the figures are read: states at once, sums when they can have changed. */
export const EVERY_SECONDS: Readonly<Record<Source, number>> = {
  ...{ GATEWAY: 5, MACHINE: 5, TRAFFIC: 15, BALANCE: 15, REFUSAL: 60, PACE: 60, INVOICE: 300 },
}

/** A rule, as far as it is judged. */
export interface AlarmRule {
  readonly id: number
  readonly name: string
  readonly topic: AlarmTopic
  readonly severity: Severity
  readonly subject_kind: SubjectKind
  readonly comparison: Comparison
  readonly compares_with: ComparesWith
  /** In the unit of the topic; a percentage for SAME_HOUR. */
  readonly bound: number
  readonly window_minutes: number
  readonly min_calls: number
  readonly pending_seconds: number
  readonly clear_seconds: number
}
