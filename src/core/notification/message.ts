// The words of a mail: subject and text of one event or many, in the time zone of the reader.
import { wallText } from '../time/calendar.ts'
import { type DateFormat, writeDay } from '../time/date-format.ts'
import type { NotifiedEvent } from './event.ts'
import { TOPIC_FACTS } from './topic-facts.ts'
import { isHappening, SEVERITIES, SEVERITY_LABELS, type Severity } from './topics.ts'

/** The brand and the settings by which a recipient reads it. */
export interface Look {
  readonly title: string
  /** The ground of the title, and the text on it. */
  readonly primary: string
  readonly primaryText: string
  readonly timezone: string
  readonly date_format: DateFormat
  readonly rule_name: string
  /** Empty without one. */
  readonly console_url: string
  readonly unsubscribe_url: string
}

export interface MessageLine {
  /** The severity, that it is over, or what happened. */
  readonly label: string
  readonly severity: Severity
  /** The subject of an alarm; empty for a happening, whose sentence names it. */
  readonly subject_name: string
  readonly sentence: string
  readonly time: string
}

const SUBJECT_MAX = 150
/** A mail is read by people: the console has the others. */
const LINES_MAX = 50

type Event = Pick<
  NotifiedEvent,
  'topic' | 'phase' | 'severity' | 'subject_name' | 'sentence' | 'occurred_at'
>

function labelOf({ topic, phase, severity }: Event): string {
  if (isHappening(topic)) return TOPIC_FACTS[topic].label
  return phase === 'CLEARED' ? 'Cleared' : SEVERITY_LABELS[severity]
}

const subjectOf = ({ topic, subject_name }: Event): string =>
  isHappening(topic) ? '' : subject_name

const sayEvent = (event: Event): string =>
  [subjectOf(event), event.sentence].filter(Boolean).join(': ')

export const worstOf = (events: readonly Pick<Event, 'severity'>[]): Severity =>
  SEVERITIES.find((one) => events.some(({ severity }) => severity === one)) ?? 'INFO'

/** 2026-11-27 14:03:07, in the order of the switch. */
function writeTime(at: string, { timezone, date_format }: Look): string {
  const wall = wallText(timezone, Date.parse(at))
  return `${writeDay(wall, date_format)} ${wall.slice(11)}`
}

export function mailSubjectOf(events: readonly Event[], isDigest: boolean): string {
  const [first] = events
  if (isDigest) return `Digest: ${events.length} ${events.length === 1 ? 'event' : 'events'}`
  if (!first) return 'Test'
  const [label, ...others] = new Set(events.map(labelOf))
  const head = others.length > 0 ? SEVERITY_LABELS[worstOf(events)] : label
  const what =
    events.length === 1
      ? sayEvent(first)
      : `${TOPIC_FACTS[first.topic].label}: ${events.length} events`
  const text = `${head}: ${what}`.replace(/\s+/g, ' ')
  return text.length > SUBJECT_MAX ? `${text.slice(0, SUBJECT_MAX - 1)}…` : text
}

export function linesOf(events: readonly Event[], look: Look): MessageLine[] {
  return events.slice(0, LINES_MAX).map((event) => ({
    label: labelOf(event),
    severity: event.severity,
    subject_name: subjectOf(event),
    sentence: event.sentence,
    time: writeTime(event.occurred_at, look),
  }))
}

export const moreThan = (events: readonly Event[]): string =>
  events.length > LINES_MAX ? `And ${events.length - LINES_MAX} more.` : ''

export const zoneSentence = ({ timezone }: Look): string => `Times are in ${timezone}.`
export const whySentence = ({ rule_name, title }: Look): string =>
  `You get this from ${title} by the rule “${rule_name}”.`

export function textOf(events: readonly Event[], look: Look): string {
  const { console_url, unsubscribe_url } = look
  const lines = linesOf(events, look).map(({ label, subject_name, sentence, time }) =>
    [[label, subject_name, sentence].filter(Boolean).join(': '), time].join('\n'),
  )
  const parts = [
    ...lines,
    moreThan(events),
    console_url && `Console: ${console_url}`,
    ['-- ', zoneSentence(look), whySentence(look)].join('\n'),
    unsubscribe_url && `Unsubscribe: ${unsubscribe_url}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
