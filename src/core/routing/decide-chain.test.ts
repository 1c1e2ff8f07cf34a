// Decisions about chains of resellers, SIP users, and what lists and policies say of numbers.
import { describe, expect, test } from 'vitest'
import { decide, expectRefused, expectRouted, namesOf } from '#test/support/decide.ts'
import { makePlan, makeRule } from '#test/support/route-plans.ts'
import {
  type Loads,
  makeClient,
  makeClientIp,
  makeReseller,
  makeSipUser,
  makeUsage,
  type Parts,
  START_MS,
} from '#test/support/snapshot.ts'
import { makeTariff } from '#test/support/tariffs.ts'
import { amount, perMinute } from '#test/support/terms.ts'
import { NetworkTable } from '../ip-network.ts'
import { makeNumberList } from '../number/number-list.ts'
import type { Invite, Refused, Routed } from './decision.ts'
import type { Reseller, SipUser, Usage } from './snapshot.ts'

/** The client is below reseller 12 (level 2), and that one below 11 (level 1). */
const chained = (parts: Parts = {}): Parts => ({
  clients: [makeClient({ reseller_ids: [12, 11], ...parts.clients?.[0] })],
  resellers: [
    makeReseller(),
    makeReseller({ id: 12, name: 'Reseller Two', level: 2, tariff_id: 6 }),
    ...(parts.resellers ?? []),
  ],
  tariffs: [
    makeTariff({ id: 5, name: 'Cost one', kind: 'RESELLER_COST', rates: [cost('0.045')] }),
    makeTariff({ id: 6, name: 'Cost two', kind: 'RESELLER_COST', rates: [cost('0.05')] }),
    ...(parts.tariffs ?? []),
  ],
})
const cost = (rate: string) => ({ prefix: '44', rate: perMinute(rate) })

test('every reseller above the client pays by its own tariff, and is paid by the one below', () => {
  const routed = expectRouted({ parts: chained() })
  const rates = routed.payers.map(({ price }) => price.terms.rate)
  expect(rates).toEqual(['0.06', '0.05', '0.045'].map(perMinute))
  expect(
    routed.payers.map(({ account_id, depth, parent_id }) => [account_id, depth, parent_id]),
  ).toEqual([
    [10, 0, 12],
    [12, 1, 11],
    [11, 2, 1],
  ])
  expect(routed.identity.reseller_ids).toEqual([12, 11])
})

const two = makeReseller({ id: 12, name: 'Reseller Two', level: 2, tariff_id: 6 })

test.each<[string, Refused['refusal'], Parts, Usage | undefined]>([
  [
    'is blocked',
    'RESELLER_BLOCKED',
    chained({ resellers: [{ ...two, status: 'blocked' }] }),
    undefined,
  ],
  [
    'has expired',
    'RESELLER_BLOCKED',
    chained({ resellers: [{ ...two, expires_at: START_MS / 1000 }] }),
    undefined,
  ],
  [
    'has no rate',
    'RESELLER_NO_RATE',
    chained({ tariffs: [makeTariff({ id: 6, kind: 'RESELLER_COST', rates: [] })] }),
    undefined,
  ],
  [
    'has a blocked rate',
    'DEST_BLOCKED',
    chained({
      tariffs: [
        makeTariff({ id: 6, kind: 'RESELLER_COST', rates: [{ ...cost('0.05'), blocked: true }] }),
      ],
    }),
    undefined,
  ],
  [
    'has as many calls as it may have',
    'LIMIT_CHANNEL_RESELLER',
    chained({ resellers: [{ ...two, channel_limit: 2 }] }),
    makeUsage({ 'RESELLER 12': { calls: 2 } }),
  ],
])(
  'a reseller above the client that %s refuses its calls, and is named',
  (_what, refusal, parts, usage) => {
    const refused = expectRefused({ parts, ...(usage ? { usage } : {}) })
    expect(refused.refusal).toBe(refusal)
    expect(refused.trace.at(-1)).toEqual({ step: 'REFUSED', refusal, party: 'Reseller Two' })
  },
)

/** Reseller Two is paid 0.06 by the client; here it pays more itself. */
const losing = (loss_policy: Reseller['loss_policy']) =>
  chained({
    resellers: [{ ...two, loss_policy }],
    tariffs: [makeTariff({ id: 6, kind: 'RESELLER_COST', rates: [cost('0.07')] })],
  })
const bothAmounts = { party: 'Reseller Two', cost: amount('0.07'), price: amount('0.06') }
const lossSteps = ({ trace }: Routed | Refused) => trace.filter(({ step }) => step === 'LOSS')

test('a reseller that may not sell below its cost refuses such a call, and says both', () => {
  const refused = expectRefused({ parts: losing('BLOCK') })
  expect(refused.refusal).toBe('SELLS_BELOW_COST')
  expect(lossSteps(refused)).toMatchObject([{ ...bothAmounts, policy: 'BLOCK', seconds: 60 }])
  expect(refused.trace.at(-1)).toMatchObject({ step: 'REFUSED', party: 'Reseller Two' })
})

test('a reseller that sells below its cost is noted, unless it may', () => {
  expect(lossSteps(expectRouted({ parts: losing('WARN') }))).toMatchObject([
    { ...bothAmounts, policy: 'WARN' },
  ])
  expect(lossSteps(expectRouted({ parts: losing('ALLOW') }))).toEqual([])
})

test('a reseller that sells at its cost loses nothing', () => {
  const parts = chained({
    resellers: [{ ...two, loss_policy: 'BLOCK' }],
    tariffs: [makeTariff({ id: 6, kind: 'RESELLER_COST', rates: [cost('0.06')] })],
  })
  expect(lossSteps(expectRouted({ parts }))).toEqual([])
})

test('loss protection looks at what the top of the chain pays', () => {
  const parts = chained({
    tariffs: [
      makeTariff({
        id: 5,
        kind: 'RESELLER_COST',
        loss_protection: true,
        rates: [{ prefix: '44', rate: perMinute('0.025') }],
      }),
    ],
  })
  // One-a costs 0.03 and two-a 0.02; the client itself pays 0.06.
  expect(namesOf(expectRouted({ parts }))).toEqual(['two-a'])
})

const sipUsers = [makeSipUser(), makeSipUser({ id: 71, username: 'bob', number: '4930222' })]
const fromAlice = { source_ip: '203.0.113.9', auth_username: 'alice', caller_number: 'alice' }

test('a SIP user calls out under its number, with the profile of its client', () => {
  const routed = expectRouted({ parts: { sip_users: sipUsers }, invite: fromAlice })
  expect(routed.identity).toMatchObject({ sip_user_id: 70, client_ip_id: null })
  expect(routed.routes[0].sent_caller_number).toBe('4930111')
})

test.each(['bob', 'BOB', '4930222', '+4930222'])(
  'a SIP user that dials %s reaches the other one on-net, at the rate for that',
  (dialled_number) => {
    const routed = expectRouted({
      parts: {
        sip_users: sipUsers,
        clients: [makeClient({ on_net_rate: perMinute('0.01') })],
        on_net_ring_seconds: 25,
      },
      invite: { ...fromAlice, dialled_number },
      usage: makeUsage({}, { registered: ['bob'] }),
    })
    expect(routed.routes).toMatchObject([{ gateway_id: 0, address: 'bob', buy: null }])
    expect(routed.payers[0].price.terms.rate).toBe(perMinute('0.01'))
    expect(routed.route_plan_id).toBeNull()
    expect(routed.max_setup_seconds).toBe(25)
  },
)

test('a SIP user that is not registered is not called', () => {
  const situation = {
    parts: { sip_users: sipUsers },
    invite: { ...fromAlice, dialled_number: 'bob' },
  }
  expect(expectRefused(situation).refusal).toBe('USER_OFFLINE')
})

describe('whose SIP user is called', () => {
  const owner = makeClient({ id: 12, name: 'Beta', reseller_ids: [11] })
  const bob = makeSipUser({ id: 71, username: 'bob', number: '4930222', account_id: 12 })
  const call = (more: Partial<Parts>, loads: Loads = {}, user: Partial<SipUser> = {}) => ({
    parts: {
      clients: [owner],
      resellers: [makeReseller()],
      sip_users: [makeSipUser(), { ...bob, ...user }],
      ...more,
    },
    invite: { ...fromAlice, dialled_number: 'bob' },
    usage: makeUsage(loads, { registered: ['bob'] }),
  })

  test('has it counted, and is served', () => {
    expect(expectRouted(call({})).identity.called_user_id).toBe(71)
  })

  test.each<[string, Partial<Parts>, string]>([
    ['is blocked', { clients: [{ ...owner, status: 'blocked' }] }, 'Beta'],
    ['has expired', { clients: [{ ...owner, expires_at: START_MS / 1000 }] }, 'Beta'],
    [
      'is below a blocked reseller',
      { resellers: [makeReseller({ status: 'blocked' })] },
      'Reseller One',
    ],
  ])('gets no call when it %s', (_, more, party) => {
    const { refusal, trace } = expectRefused(call(more))
    expect(refusal).toBe('USER_BLOCKED')
    expect(trace.at(-1)).toMatchObject({ step: 'REFUSED', party })
  })

  test('gets no call when the SIP user is blocked, and no gateway is asked for it', () => {
    const blocked = call({}, {}, { status: 'blocked' })
    const invite = { ...blocked.invite, dialled_number: '4930222' }
    const { refusal, trace } = expectRefused({ ...blocked, invite })
    expect(refusal).toBe('USER_BLOCKED')
    expect(trace.at(-1)).toMatchObject({ step: 'REFUSED', party: 'bob' })
  })

  test('gets no more calls than the SIP user may have', () => {
    const loads = { 'SIP_USER 71': { calls: 2 } }
    expectRouted(call({}, loads, { channel_limit: 3 }))
    expect(expectRefused(call({}, loads, { channel_limit: 2 })).refusal).toBe('USER_BUSY')
  })
})

test('the name of a SIP user is no number for those who are not SIP users', () => {
  const sip_users = [makeSipUser({ username: '442071838750', number: '' })]
  expect(namesOf(expectRouted({ parts: { sip_users } }))).toEqual(['one-a', 'two-a'])
})

test('a SIP user may call from its networks only', () => {
  const networks = new NetworkTable<true>()
  networks.add('198.51.100.0/24', true)
  const parts = { sip_users: [makeSipUser({ networks })] }
  expect(expectRefused({ parts, invite: fromAlice }).refusal).toBe('AUTH_WRONG_SOURCE')
  const invite = { ...fromAlice, source_ip: '198.51.100.77' }
  expect(expectRouted({ parts, invite }).identity.sip_user_id).toBe(70)
})

test('who is nobody is asked for a password, and nothing is written of it', () => {
  expect(decide({ parts: { sip_users: sipUsers }, invite: { source_ip: '203.0.113.9' } })).toEqual({
    kind: 'challenged',
  })
})

test('the row of the IP list may have its own plan, tariff and limits', () => {
  const row = { route_plan_id: 2, tariff_id: 7, channel_limit: 2 }
  const parts: Parts = {
    callers: [['192.0.2.7', makeClientIp(row)]],
    route_plans: [makePlan({ id: 2, name: 'Own' })],
    tariffs: [makeTariff({ id: 7, rates: [cost('0.07')] })],
  }
  const routed = expectRouted({ parts })
  expect(routed.route_plan_id).toBe(2)
  expect(routed.payers[0].price.terms.rate).toBe(perMinute('0.07'))
  const usage = makeUsage({ 'CLIENT_IP 100': { calls: 2 } })
  expect(expectRefused({ parts, usage }).refusal).toBe('LIMIT_CHANNEL_IP')
})

const listOf = (id: number, action: 'ACCEPT' | 'REJECT', tag = '') =>
  makeNumberList(
    { id, name: `List ${id}`, status: 'active', mode: 'PREFIX', default_action: 'ACCEPT' },
    [
      { key: '4420', min_length: 0, max_length: 100, action, tag },
      { key: '1202', min_length: 0, max_length: 100, action, tag },
    ],
  )

test('the lists of the client are asked for both numbers, and tag the call', () => {
  const number_lists = [listOf(1, 'REJECT'), listOf(2, 'ACCEPT', 'london')]
  const refusalWith = (client: Parameters<typeof makeClient>[0]) =>
    expectRefused({ parts: { number_lists, clients: [makeClient(client)] } }).refusal
  expect(refusalWith({ dst_list_id: 1 })).toBe('DST_LIST')
  expect(refusalWith({ src_list_id: 1 })).toBe('SRC_LIST')
  const tagged = [makeRule({ id: 51, tags: ['london'] }), makeRule({ id: 52, tags: ['paris'] })]
  const routed = expectRouted({
    parts: {
      number_lists,
      clients: [makeClient({ dst_list_id: 2 })],
      route_plans: [makePlan({ rules: tagged })],
    },
  })
  expect(routed.route_rule_id).toBe(51)
})

test('a high-risk number is refused until the client may call it', () => {
  const high_risk: Parts = { number_lists: [listOf(1, 'REJECT')], high_risk_list_id: 1 }
  const refused = expectRefused({ parts: high_risk })
  expect(refused.refusal).toBe('DST_HIGH_RISK')
  expect(refused.trace).toContainEqual(
    expect.objectContaining({ step: 'NUMBER_LIST', list: 'List 1', action: 'REJECT' }),
  )
  const clients = [makeClient({ allow_high_risk: true })]
  expectRouted({ parts: { ...high_risk, clients } })
  const usual = expectRouted({ parts: high_risk, invite: { dialled_number: '441632960123' } })
  // Most numbers are on no such list: nothing is written about it for each call.
  expect(usual.trace.map(({ step }) => step)).not.toContain('list')
  // No carrier is paid for a SIP user, whatever its number.
  const sip_users = [makeSipUser({ account_id: 10, number: '442071838750' })]
  const usage = makeUsage({}, { registered: ['alice'] })
  expectRouted({ parts: { ...high_risk, sip_users }, usage })
})

test('who must show a number and does not is refused', () => {
  const refusalOf = (cli_policy: 'REQUIRE_E164' | 'REJECT_ANONYMOUS', invite: Partial<Invite>) =>
    expectRefused({ parts: { clients: [makeClient({ cli_policy })] }, invite }).refusal
  expect(refusalOf('REJECT_ANONYMOUS', { caller_number: 'anonymous' })).toBe('CLI_ANONYMOUS')
  expect(refusalOf('REJECT_ANONYMOUS', { privacy: 'id' })).toBe('CLI_ANONYMOUS')
  expect(refusalOf('REQUIRE_E164', { caller_number: 'office' })).toBe('CLI_REQUIRED')
})

test('the numbers stand where the profile of the client says', () => {
  const clients = [makeClient({ dst_from: 'TO', src_from: 'PAI' })]
  const invite = { dialled_number: '99', to_number: '442071838750', pai: '<tel:+33123456789>' }
  const routed = expectRouted({ parts: { clients }, invite })
  expect(routed.identity).toMatchObject({
    called_number: '442071838750',
    routed_caller_number: '33123456789',
  })
})
