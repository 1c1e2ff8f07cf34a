import { expect, test } from 'vitest'
import { actionInWords } from './activity-labels.ts'
import { fieldInWords, firstChanges, inWords } from './changes-in-words.ts'

const LOOK = { timeZone: 'Europe/Berlin', dateFormat: 'YYYY-MM-DD' } as const
const NAMES = { tariff_id: { 12: 'Retail EUR' }, gateway_id: { 7: 'Tata' } }

test.each([
  ['cdr', 'Call records'],
  ['client_ip', 'IP address of a client'],
  ['tariff_rate', 'Tariff rate'],
])('%s is a %s', (entity, words) => expect(inWords(entity)).toBe(words))

test('a field with an id goes without it', () => {
  expect(fieldInWords('tariff_id')).toBe('Tariff')
  expect(fieldInWords('lock_state')).toBe('State')
})

test.each([
  [{ lock_state: ['OPEN', 'LOCKED'] }, 'State: Open → Locked'],
  [
    { rate: ['0.02', '0.022'], currency: ['USD', 'EUR'] },
    'Rate: 0.02 → 0.022 · Currency: USD → EUR',
  ],
  [{ tariff_id: [null, 12], description: [null, ''] }, 'Tariff: Retail EUR (12)'],
  [{ tariff_id: [12, null] }, 'Tariff: Retail EUR (12) → –'],
  [{ password: ['•••', '•••'] }, 'Password changed'],
  [{ sent_at: [null, '2026-11-26T12:39:21.716Z'] }, 'Sent: 2026-11-26 13:39:21'],
  [{ to_on: [null, '2026-09-30'] }, 'To: 2026-09-30'],
  [
    { a: [1, 2], b: [1, 2], c: [1, 2], d: [1, 2], e: [1, 2] },
    'A: 1 → 2 · B: 1 → 2 · C: 1 → 2 · + 2 more',
  ],
  [{ title: ['', 'x'.repeat(80)] }, `Title: ${'x'.repeat(59)}…`],
  [
    {
      mode: ['ORDERED', 'LCR'],
      state: ['UPLOADED', 'PREVIEWING'],
      name: ['TATA', 'BHARTI'],
    },
    'Mode: Ordered → Least cost · State: Uploaded → Previewing · Name: TATA → BHARTI',
  ],
  [
    {
      rules: [
        null,
        [
          { prefix: '44', note: '', targets: [{ gateway_id: 7, gateway_group_id: null }] },
          { prefix: '49', is_blocked: true, targets: [] },
        ],
      ],
    },
    'Rules: Prefix 44 · Targets Tata (7); Prefix 49 · Is blocked Yes',
  ],
  [{}, '–'],
] as const)('of %j the row says "%s"', (changes, text) => {
  const given = changes as unknown as Record<string, [unknown, unknown]>
  expect(firstChanges({ changes: given, names: NAMES }, LOOK)).toBe(text)
})

test.each([
  ['EXECUTE', { lock_state: ['OPEN', 'LOCKED'] }, 'Locked'],
  ['EXECUTE', { lock_state: ['LOCKED', 'OPEN'] }, 'Unlocked'],
  ['EXECUTE', { state: ['READY', 'APPLIED'] }, 'Applied'],
  ['EXECUTE', { state: ['UPLOADED', 'PREVIEWING'] }, 'Preview started'],
  ['EXECUTE', { document_number: [null, 'INV-1'] }, 'Issued'],
  ['EXECUTE', { ok: [null, true] }, 'Executed'],
  ['UPDATE', { lock_state: ['OPEN', 'LOCKED'] }, 'Changed'],
] as const)('%s of %j is "%s"', (action, changes, text) => {
  const given = changes as unknown as Record<string, [unknown, unknown]>
  expect(actionInWords({ action, changes: given })).toBe(text)
})
