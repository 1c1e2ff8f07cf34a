// Alarms in words: states, severities, topics, subjects and values.
import { ALARM_STATES, type Alarm } from '#contract/alarms/alarms.ts'
import { CONDITIONS, type ComparesWith, type Comparison } from '#core/alarm/conditions.ts'
import { TOPIC_FACTS } from '#core/notification/topic-facts.ts'
import {
  ALARM_TOPICS,
  type AlarmTopic,
  SEVERITIES,
  SEVERITY_LABELS,
  type Severity,
  SUBJECT_KINDS,
  type SubjectKind,
} from '#core/notification/topics.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { Tone } from '../ui/values/Badge.tsx'
import { count, NONE } from '../ui/values/format.ts'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = {
  CRITICAL: 'danger',
  WARNING: 'warning',
  INFO: 'info',
}

export const SEVERITY_CHOICES: readonly StatusChoice<Severity>[] = SEVERITIES.map((value) => ({
  value,
  label: SEVERITY_LABELS[value],
  tone: SEVERITY_TONES[value],
}))

const STATE_WORDS: Readonly<Record<Alarm['state'], readonly [label: string, tone: Tone]>> = {
  PENDING: ['Pending', 'warning'],
  FIRING: ['Firing', 'danger'],
  CLEARED: ['Cleared', 'success'],
}

export const ALARM_STATE_CHOICES: readonly StatusChoice<Alarm['state']>[] = ALARM_STATES.map(
  (value) => ({ value, label: STATE_WORDS[value][0], tone: STATE_WORDS[value][1] }),
)

export const ALARM_TOPIC_CHOICES: readonly Choice<AlarmTopic>[] = ALARM_TOPICS.map((value) => ({
  value,
  label: TOPIC_FACTS[value].label,
}))

export const SUBJECT_WORDS: Readonly<Record<SubjectKind, readonly [one: string, many: string]>> = {
  GATEWAY: ['Gateway', 'gateways'],
  SETTLEMENT: ['Settlement account', 'settlement accounts'],
  CLIENT: ['Client', 'clients'],
  RESELLER: ['Reseller', 'resellers'],
  DESTINATION: ['Destination', 'destinations'],
  PROCESS: ['Process', 'processes'],
  NODE: ['Node', 'nodes'],
  DISK: ['Disk', 'disks'],
  WORK: ['Work', 'works'],
  SWITCH: ['Switch', 'switches'],
  TARIFF: ['Tariff', 'tariffs'],
  INVOICE: ['Invoice', 'invoices'],
  PAYMENT: ['Payment', 'payments'],
}

/** The kinds that alarms have. */
export const SUBJECT_CHOICES: readonly Choice<SubjectKind>[] = SUBJECT_KINDS.filter((kind) =>
  Object.values(CONDITIONS).some(({ subject_kinds }) => subject_kinds.includes(kind)),
).map((value) => ({ value, label: SUBJECT_WORDS[value][0] }))

const UNIT_SIGNS: Readonly<Partial<Record<Alarm['unit'], string>>> = {
  PERCENT: '%',
  SECONDS: 's',
  MILLISECONDS: 'ms',
}

/** A value as the API has it, with its unit. */
export function alarmValue(unit: Alarm['unit'], text: string, currency = ''): string {
  if (unit === 'STATE') return NONE
  if (unit === 'DAYS') return count(Number(text), 'day', 'days')
  return `${text} ${unit === 'MONEY' ? currency : (UNIT_SIGNS[unit] ?? '')}`.trim()
}

interface Worded {
  readonly topic: AlarmTopic
  readonly comparison: Comparison
  readonly compares_with: ComparesWith
  readonly bound: string
  readonly window_minutes: number
  readonly min_calls: number
}

/** A rule as a sentence: ASR below 20 % within 60 minutes, from 50 calls. */
export function conditionInWords(rule: Worded, currency = ''): string {
  const { topic, comparison, compares_with, bound, window_minutes, min_calls } = rule
  const { unit, words, has_window, source } = CONDITIONS[topic]
  if (unit === 'STATE') return words
  const way = comparison === 'BELOW' ? 'below' : 'above'
  const against =
    compares_with === 'BOUND'
      ? `${way} ${alarmValue(unit, bound, currency)}`
      : `${bound} % ${way} its usual value of the hour`
  const within = has_window ? ` within ${window_minutes} minutes` : ''
  const calls = source === 'TRAFFIC' && min_calls > 0 ? `, from ${min_calls} calls` : ''
  return `${words} ${against}${within}${calls}`
}
