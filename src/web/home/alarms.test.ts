import { expect, test } from 'vitest'
import { paths } from '../navigation/paths.ts'
import { alarmsOf } from './alarms.ts'

type Watched = Parameters<typeof alarmsOf>[0]
type Info = NonNullable<Watched['info']>
type Gateway = NonNullable<Watched['gateways']>[number]

const SINCE = '2026-11-20T10:00:00Z'

const OF_NODE_1 = { node_id: 1, node_name: 'Node 1', seen_at: SINCE, acknowledged: null }

const infoOf = (more: Partial<Info>): Info => ({
  version: '1',
  nodes: [{ id: 1, name: 'Node 1', release: '1' }],
  processes: [{ ...OF_NODE_1, name: 'engine-1', state: 'running', detail: '' }],
  unclosed_calls: { count: 0, calls: [] },
  failing_work: [],
  is_draining: false,
  ...more,
})

/** The fields that alarms are about. */
const gatewayOf = (more: Partial<Gateway>): Gateway =>
  ({
    ...{ id: 7, name: 'London 1', status: 'active', ping_state: 'UP', lock_state: 'OPEN' },
    ...{ registration_state: 'OFF', lock_reason: null, broken_limit: null },
    ...more,
  }) as Gateway

const textsOf = (watched: Watched) =>
  alarmsOf(watched).map(({ subject, text }) => `${subject} ${text}`)

test('a switch that runs and gateways that answer raise no alarm', () => {
  expect(textsOf({ info: infoOf({}), gateways: [gatewayOf({})] })).toEqual([])
  expect(textsOf({})).toEqual([])
})

test('the worst comes first: what is down, then what is only noticed', () => {
  const info = infoOf({
    is_draining: true,
    processes: [
      { ...OF_NODE_1, name: 'engine-1', state: 'running', detail: 'has 1 old event' },
      { ...OF_NODE_1, name: 'rtpengine', state: 'failing', detail: 'port in use' },
    ],
    unclosed_calls: { count: 2, calls: [{ call_id: 'a', since: SINCE, error: 'no rate' }] },
  })
  expect(textsOf({ info })).toEqual([
    'rtpengine keeps failing: port in use',
    'Calls 2 calls cannot be closed',
    'engine-1 has 1 old event',
    'Switch drained: new calls are refused',
  ])
  expect(alarmsOf({ info })[1]).toMatchObject({ since: SINCE, to: paths.admin.activeCalls })
})

test('with several nodes a process is named with its node, a silent node alone', () => {
  const info = infoOf({
    nodes: [
      { id: 1, name: 'Node 1', release: '1' },
      { id: 2, name: 'Oslo', release: '1' },
    ],
    processes: [
      { ...OF_NODE_1, name: 'kamailio', state: 'running', detail: '' },
      {
        ...OF_NODE_1,
        node_id: 2,
        node_name: 'Oslo',
        name: 'kamailio',
        state: 'stopped',
        detail: '',
      },
    ],
  })
  expect(textsOf({ info })).toEqual(['Oslo is silent: no process reports'])
  const [first, second] = info.processes
  const more = { ...second!, name: 'rtpengine', state: 'running' as const }
  expect(textsOf({ info: { ...info, processes: [first!, second!, more] } })).toEqual([
    'kamailio of Oslo is stopped',
  ])
})

test('a test line that is not installed is no alarm, one that fails is only noticed', () => {
  const lineOf = (state: 'missing' | 'failing') =>
    infoOf({
      processes: [{ ...OF_NODE_1, name: 'test-line', state, detail: 'why' }],
    })
  expect(alarmsOf({ info: lineOf('missing') })).toEqual([])
  expect(alarmsOf({ info: lineOf('failing') })).toMatchObject([
    { tone: 'warning', subject: 'test-line', text: 'keeps failing: why' },
  ])
})

test('a gateway is an alarm when it does not answer, is not registered, or has bad calls', () => {
  const quality = { lock_state: 'LOCKED', lock_reason: 'ASR', locked_at: SINCE } as const
  const gateways = [
    gatewayOf({ ping_state: 'DOWN', ping_since: SINCE }),
    gatewayOf({ registration_state: 'FAILED', registration_since: SINCE }),
    gatewayOf({ broken_limit: 'SHORT_CALLS' }),
    gatewayOf(quality),
  ]
  expect(textsOf({ gateways })).toEqual([
    'London 1 does not answer',
    'London 1 is not registered',
    'London 1 is locked for its ASR',
    'London 1 is beyond its limit of short calls',
  ])
})

test('a gateway that was blocked or locked by hand is as its operator wants it', () => {
  const gateways = [
    gatewayOf({ status: 'blocked', ping_state: 'DOWN' }),
    gatewayOf({ lock_state: 'LOCKED', lock_reason: 'HAND' }),
  ]
  expect(textsOf({ gateways })).toEqual([])
})

test('each account that spends fast is named, with the way to it', () => {
  const account = { id: 3, kind: 'WHOLESALE', level: null, name: 'Acme' } as const
  const spending = { accounts: [account], count: 1 } as unknown as Watched['spending']
  expect(alarmsOf({ spending })).toMatchObject([
    { subject: 'Acme', tone: 'danger', to: '/vsa/wholesale-clients/3/edit' },
  ])
})

test('open address requests lead to the clients that have some', () => {
  expect(alarmsOf({ requests: 2 })).toMatchObject([
    {
      tone: 'warning',
      text: '2 requests for addresses',
      to: `${paths.admin.wholesaleClients.list}?requests=OPEN`,
    },
  ])
})
