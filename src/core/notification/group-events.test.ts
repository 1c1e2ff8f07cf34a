// Which events a rule is about, which are one message, and which wait.
import { describe, expect, test } from 'vitest'
import type { NotifiedEvent } from './event.ts'
import { draftDeliveries, takeReady } from './group-events.ts'
import { matchRule, type NotificationRule } from './matches-rule.ts'
import { type Look, mailSubjectOf, textOf } from './message.ts'
import { htmlOf } from './message-html.ts'
import { recipientsOf } from './recipients.ts'
import { retryPause } from './retry-pause.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')
const [OPERATOR, RESELLER, CLIENT, SETTLEMENT] = [1, 5, 9, 7]

const event = (change: Partial<NotifiedEvent> = {}): NotifiedEvent => ({
  ...{ id: 1, topic: 'GATEWAY_DOWN', phase: 'FIRED', severity: 'WARNING', alarm_id: 1 },
  ...{ account_id: null, subject_kind: 'GATEWAY', subject_id: 3, subject_name: 'London 1' },
  ...{ group_key: '', sentence: 'It is down.', payload: {}, settlement_id: SETTLEMENT },
  ...{ occurred_at: '2026-03-10T12:00:00Z', account_path: [OPERATOR] },
  ...change,
})
const money = (change: Partial<NotifiedEvent> = {}): NotifiedEvent =>
  event({
    ...{ topic: 'LOW_BALANCE', account_id: CLIENT, subject_kind: 'CLIENT', settlement_id: null },
    ...{ account_path: [CLIENT, RESELLER, OPERATOR], ...change },
  })

const issued = money({ topic: 'INVOICE_ISSUED', phase: 'HAPPENED', severity: 'INFO' })

const RULE: NotificationRule & { readonly max_per_hour: number } = {
  ...{ id: 1, owner_id: OPERATOR, name: 'Night shift', topics: [], min_severity: 'INFO' },
  ...{ account_ids: [], sends_cleared: true, weekdays: [], from_time: '00:00' },
  ...{ till_time: '24:00', timezone: 'UTC', max_per_hour: 2 },
}

describe('a rule', () => {
  test.each([
    ['all events', {}, event(), 'NOW'],
    ['no other topic', { topics: ['BANS'] }, event(), 'NO'],
    ['nothing less severe', { min_severity: 'CRITICAL' }, event(), 'NO'],
    ['what is more severe', { min_severity: 'INFO' }, event({ severity: 'CRITICAL' }), 'NOW'],
    ['an account by one above it', { account_ids: [RESELLER] }, money(), 'NOW'],
    ['no other account', { account_ids: [6] }, money(), 'NO'],
    ['a gateway by its carrier', { account_ids: [SETTLEMENT] }, event(), 'NOW'],
    ['no end, if it wants none', { sends_cleared: false }, event({ phase: 'CLEARED' }), 'NO'],
    ['what waits for its hours', { from_time: '20:00', till_time: '06:00' }, event(), 'LATER'],
    ['what is not on its weekdays', { weekdays: [1] }, event(), 'LATER'],
    ['the money of a client of its reseller', { owner_id: RESELLER }, money(), 'NOW'],
    ['no margin, as a reseller', { owner_id: RESELLER }, money({ topic: 'MARGIN' }), 'NO'],
    ['no gateway, as a reseller', { owner_id: RESELLER }, event(), 'NO'],
    ['nothing of another one', { owner_id: 6 }, money(), 'NO'],
    ['what happened, only by its name', {}, issued, 'NO'],
    ['it however severe', { topics: ['INVOICE_ISSUED'], min_severity: 'CRITICAL' }, issued, 'NOW'],
  ] as const)('gets %s', (_, change, of, match) => {
    expect(matchRule({ ...RULE, ...change }, of, NOON)).toBe(match)
  })
})

describe('recipients', () => {
  const to = {
    ...{ owner_id: OPERATOR, user_ids: [4, 404], addresses: ['A@example.com'] },
    ...{ to_account_contacts: true, to_settlement_contacts: true, webhook_ids: [2, 404] },
  }
  const contacts = (name: string) => ({
    ...{ noc_email: `noc@${name}`, billing_email: `money@${name}`, rates_email: `rates@${name}` },
    timezone: null,
  })
  const book = {
    users: new Map([[4, { email: 'Anna@example.com', timezone: 'Asia/Kolkata' }]]),
    webhooks: new Map([[2, { name: 'Pager' }]]),
    contacts: new Map([
      [CLIENT, contacts('client')],
      [SETTLEMENT, contacts('carrier')],
    ]),
  }
  const found = (one: NotifiedEvent) =>
    recipientsOf(to, one, book).map(({ recipient, sender_id }) => [recipient, sender_id])

  test('of a gateway are the technicians of its carrier', () => {
    expect(found(event())).toEqual([
      ['anna@example.com', OPERATOR],
      ['noc@carrier', OPERATOR],
      ['a@example.com', OPERATOR],
      ['Pager', OPERATOR],
    ])
  })
  test('of the money of a client hear of it from the reseller above', () => {
    expect(found(money())).toContainEqual(['money@client', RESELLER])
  })
  test.each(['MARGIN', 'ASR'] as const)('of %s are not the client', (topic) => {
    expect(found(money({ topic })).flat().join(' ')).not.toContain('client')
  })
})

describe('events of a group', () => {
  const at = (second: number, change: Partial<NotifiedEvent> = {}) =>
    event({ occurred_at: `2026-03-10T12:00:${String(second).padStart(2, '0')}.000Z`, ...change })

  test('wait until the first is ten seconds old', () => {
    const group = [at(0, { id: 1, group_key: 'c' }), at(9, { id: 2, group_key: 'c' })]
    const other = at(9, { id: 3, alarm_id: 3 })
    expect(takeReady([...group, other], NOON + 9999)).toEqual([])
    expect(takeReady([...group, other], NOON + 10_000)).toEqual(group)
  })
})

describe('deliveries', () => {
  const refusals = { bounced: new Set(['gone@example.com']), isUnsubscribed: () => false }
  const wanted = (id: number, recipient = 'noc@example.com', change = {}) => ({
    ...{ rule: { ...RULE, ...change }, event: event({ id, alarm_id: id }), match: 'NOW' as const },
    ...{ channel: 'EMAIL' as const, recipient, webhook_id: null, sender_id: 1, timezone: null },
  })

  test('above the bound wait for a digest', () => {
    const all = [1, 2, 3].map((id) => wanted(id))
    const reasons = (sent: number) =>
      draftDeliveries(all, new Map([['1 EMAIL noc@example.com', sent]]), refusals).map(
        ({ reason }) => reason,
      )
    expect(reasons(0)).toEqual([null, null, 'DIGEST'])
    expect(reasons(2)).toEqual(['DIGEST', 'DIGEST', 'DIGEST'])
  })
  test('of two rules that find the same recipient, the one that is open sends it', () => {
    const late = { ...wanted(1), match: 'LATER' as const }
    const drafts = draftDeliveries([late, wanted(1, undefined, { id: 2 })], new Map(), refusals)
    expect(drafts.map(({ rule, reason }) => [rule.id, reason])).toEqual([[2, null]])
  })
  test('to a refused address are none, and count for nothing', () => {
    const drafts = draftDeliveries([wanted(1, 'gone@example.com')], new Map(), refusals)
    expect(drafts.map(({ reason }) => reason)).toEqual(['BOUNCED'])
  })
})

describe('a mail', () => {
  const look: Look = {
    ...{ title: 'A & B', primary: '#000', primaryText: '#fff', timezone: 'America/New_York' },
    ...{ date_format: 'DD.MM.YYYY', rule_name: 'Night', console_url: '', unsubscribe_url: '' },
  }

  test('has times in the zone and the order of its reader', () => {
    expect(textOf([event()], look)).toContain('Warning: London 1: It is down.\n10.03.2026 08:00:00')
  })
  test('says of fifty events what they are, and of the others how many', () => {
    const many = Array.from({ length: 60 }, () => event())
    expect(textOf(many, look)).toContain('And 10 more.')
    expect(htmlOf(many, look).match(/London 1/g)).toHaveLength(50)
  })
  test('has no markup of others', () => {
    expect(htmlOf([event({ sentence: '<img src=x>' })], look)).not.toContain('<img')
  })
  test.each([
    ['Warning: London 1: It is down.', [event()]],
    ['Cleared: London 1: It is down.', [event({ phase: 'CLEARED' })]],
    ['Invoice issued: Invoice 1 is due.', [{ ...issued, sentence: 'Invoice 1 is due.' }]],
    ['Warning: Gateway down: 2 events', [event(), event()]],
    ['Critical: Gateway down: 2 events', [event({ severity: 'CRITICAL' }), event()]],
  ] as const)('has the subject %s', (subject, events) => {
    expect(mailSubjectOf(events, false)).toBe(subject)
  })
  test('has a subject of one line and 150 characters', () => {
    const subject = mailSubjectOf([event({ sentence: `a\nb ${'x'.repeat(400)}` })], false)
    expect(subject).toMatch(/^Warning: London 1: a b x+…$/)
    expect(subject).toHaveLength(150)
  })
})

test('pauses grow, and are over within a day', () => {
  const pauses = Array.from({ length: 20 }, (_, at) => retryPause(at + 1) ?? 0).filter(Boolean)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.length).toBeGreaterThanOrEqual(10)
  const sum = pauses.reduce((total, one) => total + one)
  expect(sum).toBeGreaterThan(20 * 3_600_000)
  expect(sum).toBeLessThan(24 * 3_600_000)
})
