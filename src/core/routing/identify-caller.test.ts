import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeClientIp, makeInvite, makeSipUser, makeSnapshot } from '#test/support/snapshot.ts'
import type { Invite } from './decision.ts'
import { type Caller, identifyCaller } from './identify-caller.ts'
import type { ClientIp } from './snapshot.ts'

type Row = readonly [string, Partial<ClientIp>]

/** The index of the row that is found, in any order of the rows. */
function findRow(rows: readonly Row[], invite: Partial<Invite> = {}): number | undefined {
  const callers = rows.map(([network, row], at) => [network, makeClientIp({ ...row, id: at })])
  const found = [callers, callers.toReversed()].map((list) => {
    const snapshot = makeSnapshot({ callers: list as [string, ClientIp][] })
    return rowOf(identifyCaller(snapshot, makeInvite(invite)))
  })
  expect(found[0]).toBe(found[1])
  return found[0]
}

const rowOf = (caller: Caller) => (caller.kind === 'known' ? caller.row?.id : undefined)

/** A call from 192.0.2.7:5060 over UDP to 442071838750 fits both rows of each pair. */
test.each<[string, Row, Row]>([
  [
    'the longer network before an exact port, transport and tech prefix',
    ['192.0.2.7', {}],
    ['192.0.2.0/24', { port: 5060, transport: 'UDP', tech_prefix: '44' }],
  ],
  [
    'an exact port before transport and tech prefix',
    ['192.0.2.7', { port: 5060 }],
    ['192.0.2.7', { transport: 'UDP', tech_prefix: '4420' }],
  ],
  [
    'a named transport before a tech prefix',
    ['192.0.2.7', { transport: 'UDP' }],
    ['192.0.2.7', { tech_prefix: '4420' }],
  ],
  [
    'a named transport where both ports are exact',
    ['192.0.2.7', { port: 5060, transport: 'UDP' }],
    ['192.0.2.7', { port: 5060, tech_prefix: '4420' }],
  ],
  [
    'the longer tech prefix',
    ['192.0.2.7', { tech_prefix: '4420' }],
    ['192.0.2.7', { tech_prefix: '44' }],
  ],
  [
    'the longer tech prefix where port and transport are the same',
    ['192.0.2.7', { port: 5060, transport: 'UDP', tech_prefix: '44' }],
    ['192.0.2.7', { port: 5060, transport: 'UDP' }],
  ],
  [
    'a tech prefix before a longer destination prefix',
    ['192.0.2.7', { tech_prefix: '4' }],
    ['192.0.2.7', { dst_prefixes: ['44207'] }],
  ],
  [
    'the longer destination prefix, the longest of those that fit',
    ['192.0.2.7', { dst_prefixes: ['4', '44207', '4930'] }],
    ['192.0.2.7', { dst_prefixes: ['4420'], src_prefixes: ['120255'] }],
  ],
  [
    'the longer source prefix',
    ['192.0.2.7', { src_prefixes: ['1202'] }],
    ['192.0.2.7', { src_prefixes: ['1'] }],
  ],
])('prefers %s', (_name, winner, loser) => {
  expect(findRow([loser])).toBe(0)
  expect(findRow([winner, loser])).toBe(0)
})

test.each<[string, Partial<ClientIp>]>([
  ['another port', { port: 5080 }],
  ['another transport', { transport: 'TCP' }],
  ['another tech prefix', { tech_prefix: '99#' }],
  ['other destination prefixes', { dst_prefixes: ['49', '33'] }],
  ['other source prefixes', { src_prefixes: ['44'] }],
  ['longer numbers only', { dst_min_length: 13 }],
  ['shorter numbers only', { dst_max_length: 11 }],
])('a row with %s does not fit, so that a wider network may', (_name, row) => {
  expect(findRow([['192.0.2.7', row]])).toBeUndefined()
  expect(
    findRow([
      ['192.0.2.7', row],
      ['192.0.2.0/24', {}],
    ]),
  ).toBe(1)
})

test('clients behind one address are told apart by their tech prefixes', () => {
  const rows: Row[] = [
    ['192.0.2.7', { tech_prefix: '77#' }],
    ['192.0.2.7', { tech_prefix: '78#' }],
  ]
  expect(findRow(rows, { dialled_number: '77#442071838750' })).toBe(0)
  expect(findRow(rows, { dialled_number: '78#442071838750' })).toBe(1)
  expect(findRow(rows, { dialled_number: '442071838750' })).toBeUndefined()
})

test('an address on no list is nobody, and so is a text that is no address', () => {
  expect(findRow([['192.0.2.7', {}]], { source_ip: '192.0.2.8' })).toBeUndefined()
  expect(findRow([['192.0.2.7', {}]], { source_ip: 'unknown' })).toBeUndefined()
  expect(findRow([['192.0.2.7', {}]], { source_ip: '::ffff:192.0.2.7' })).toBe(0)
})

const anyRow = fc.record({
  length: fc.constantFrom(8, 24, 32),
  port: fc.constantFrom(null, 5060, 5080),
  transport: fc.constantFrom(null, 'UDP' as const, 'TCP' as const),
  tech_prefix: fc.constantFrom('', '4', '44', '45'),
})

test('among random rows the one with the best marks in the order of the ranks is found', () => {
  const anyRows = fc.uniqueArray(anyRow, { selector: (row) => JSON.stringify(row), maxLength: 12 })
  fc.assert(
    fc.property(anyRows, (rows) => {
      const marks = rows.map(({ length, port, transport, tech_prefix }, at) => ({
        at,
        fits: port !== 5080 && transport !== 'TCP' && tech_prefix !== '45',
        rank: length * 100 + (port ? 20 : 0) + (transport ? 10 : 0) + tech_prefix.length,
      }))
      const best = marks.filter(({ fits }) => fits).toSorted((a, b) => b.rank - a.rank)[0]
      expect(findRow(rows.map(({ length, ...row }) => [`192.0.2.7/${length}`, row]))).toBe(best?.at)
    }),
    { numRuns: 1000 },
  )
})

const user = makeSipUser({ username: 'Alice' })

test('who has proven a password is that SIP user, whatever the address', () => {
  const snapshot = makeSnapshot({ sip_users: [user] })
  const caller = identifyCaller(snapshot, makeInvite({ auth_username: 'alice' }))
  expect(caller).toMatchObject({ kind: 'known', user: { username: 'Alice' }, row: undefined })
})

test('a stranger is asked for a password where there are SIP users, and only once', () => {
  const stranger = { source_ip: '203.0.113.9' }
  const with_sip_users = makeSnapshot({ sip_users: [user] })
  expect(identifyCaller(makeSnapshot(), makeInvite(stranger)).kind).toBe('unknown')
  expect(identifyCaller(with_sip_users, makeInvite(stranger)).kind).toBe('challenge')
  const named = makeInvite({ ...stranger, auth_username: 'bob' })
  expect(identifyCaller(with_sip_users, named).kind).toBe('unknown')
})

test('a row that asks for a password is not satisfied with the address', () => {
  const callers = [['192.0.2.7', makeClientIp({ auth_username: 'pbx' })] as const]
  const kindOf = (auth_username: string) =>
    identifyCaller(makeSnapshot({ callers }), makeInvite({ auth_username })).kind
  expect([kindOf(''), kindOf('pbx'), kindOf('other')]).toEqual(['challenge', 'known', 'unknown'])
})
