// The SIP messages of traced calls, from rows as the receiver of traces writes them.
import { beforeAll, expect, test } from 'vitest'
import { listCallRecords } from '#contract/calls/call-records.ts'
import * as contract from '#contract/calls/sip-messages.ts'
import { listActivities } from '#contract/people/activities.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { openCall, recordAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addSettlement, addTariff } from '#test/support/configuration.ts'
import { gatewayForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'
import { SWITCH, tracedCall, writeSipMessages } from '#test/support/sip-messages.ts'

const AT = Date.UTC(2026, 4, 1, 12)
const DAY = { from: '2026-05-01T00:00', to: '2026-05-02T00:00' }
const CALL_ID = 'a84b4c76e66710'
const GATEWAYS = ['192.0.2.8:5060', '192.0.2.9:5060'] as const
const NO_CALL = '7000000000000000000'

const api = apiForFile()
let account_id: number
let other_id: number
let gateway_id: number
let call_id: string
let active_id: string
/** An admin of the other client. */
let limited: Session

beforeAll(async () => {
  const tariff_id = await addTariff(api, 'SELL')
  const add = (name: string) => addClientNamed(api, tariff_id, name)
  account_id = await add('Acme')
  other_id = await add('Other')
  const form = { ...gatewayForm(await addSettlement(api), 'London 1'), host: '192.0.2.9' }
  gateway_id = (await api.admin.call(createGateway, { body: form })).data.id
  const record = recordAt(AT, { account_id, sip_call_id: CALL_ID })
  call_id = record.call_id
  const first = { ...record, is_last: false, gateway_address: GATEWAYS[0] }
  const last = { ...record, attempt_no: 2, gateway_id, gateway_address: GATEWAYS[1] }
  const opened = openCall(account_id, {
    decided: { routes: [{ gateway_id, address: GATEWAYS[1] }] },
  })
  active_id = opened.call_id
  await writeCalls(api.url, {
    records: [first, last, recordAt(AT, { account_id: other_id, sip_call_id: 'other' })],
    opened: [opened],
  })
  const messages = tracedCall({ sip_call_id: CALL_ID, gateways: GATEWAYS })
  await writeSipMessages(api.url, call_id, AT, messages)
  await writeSipMessages(api.url, active_id, Date.now(), messages.slice(0, 3))
  limited = await signInAdmin(api, 'limited', {
    permissions: ['sip_messages.view', 'call_records.view'],
    scope: 'LISTED',
    account_ids: [other_id],
  })
})

const read = (id: string, session = api.admin) =>
  session.call(contract.listSipMessages, { params: { call_id: id } })
const readActive = (id: string, session = api.admin) =>
  session.call(contract.listActiveSipMessages, { params: { call_id: id } })
const download = (id: string, session = api.admin) =>
  session.call(contract.getSipMessageFile, { params: { call_id: id } })

test('a traced call has its messages in order, seen from the switch', async () => {
  const { data } = await read(call_id)
  expect(data.messages.map(({ direction, summary }) => `${direction} ${summary}`)).toEqual([
    'IN INVITE',
    'OUT 100 Trying',
    'OUT INVITE',
    'OUT INVITE',
    'IN 503 Service Unavailable',
    'OUT ACK',
    'OUT INVITE',
    'IN 100 Trying',
    'IN 180 Ringing',
    'OUT 180 Ringing',
    'IN 200 OK',
    'OUT 200 OK',
    'IN ACK',
    'OUT ACK',
    'IN BYE',
    'OUT BYE',
    'IN 200 OK',
    'OUT 200 OK',
  ])
  expect(data.messages[2]).toMatchObject({
    at: '2026-05-01T12:00:00.0214Z',
    ...{ from_ip: '192.0.2.1', from_port: 5060, to_ip: '192.0.2.8', to_port: 5060 },
    ...{ transport: 'UDP', cseq: '1 INVITE', is_cut: false },
    sip_call_id: `TH-1-${CALL_ID}`,
    text: expect.stringMatching(/^INVITE sip:442071838750@192\.0\.2\.8:5060 SIP\/2\.0\r\nVia: /),
  })
  expect(data.has_more).toBe(false)
  expect(data.gateways).toEqual([{ address: '192.0.2.9:5060', name: 'London 1' }])
})

test('an active call has those that came so far, and the gateways to which it may go', async () => {
  const { data } = await readActive(active_id)
  expect(data.messages.map(({ direction }) => direction)).toEqual(['IN', 'OUT', 'OUT'])
  expect(data.gateways).toEqual([{ address: '192.0.2.9:5060', name: 'London 1' }])
  expect((await read(active_id)).status).toBe(404)
  expect((await readActive(call_id)).status).toBe(404)
})

test('calls of other clients do not exist, and no call without the permission', async () => {
  for (const ask of [read, download]) {
    expect((await ask(call_id, limited)).status).toBe(404)
    expect((await ask(NO_CALL)).status).toBe(404)
  }
  expect((await readActive(active_id, limited)).status).toBe(404)
  const reader = await signInAdmin(api, 'reader', { permissions: ['call_records.view'] })
  expect((await read(call_id, reader)).status).toBe(403)
  expect((await readActive(active_id, reader)).status).toBe(403)
  expect((await download(call_id, reader)).status).toBe(403)
})

test('hostile bytes are text in JSON, whatever they are', async () => {
  const record = recordAt(AT + 1000, { account_id })
  await writeCalls(api.url, { records: [record] })
  const hostile = [
    Buffer.from([0xff, 0x00, 0xfe, 0x1b, 0x5b, 0x32, 0x4a]),
    Buffer.from('SIP/2.0 486 <script>alert(1)</script>\r\n\r\n'),
    Buffer.from(`INVITE sip:\u202e"@x SIP/2.0\r\nCSeq: ${'9'.repeat(9000)} INVITE\r\n\r\n`),
  ]
  const ends = { from: '[2001:db8::7]:5060', to: '[2001:db8::1]:5060', sip_call_id: 'x' }
  await writeSipMessages(
    api.url,
    record.call_id,
    AT + 1000,
    hostile.map((message, i) => ({ ...ends, after_us: i, message, is_cut: i === 2 })),
  )
  const { data } = await read(record.call_id)
  expect(
    data.messages.map(({ text, summary, cseq, is_cut }) => ({ text, summary, cseq, is_cut })),
  ).toEqual([
    { text: '\ufffd\0\ufffd\x1b[2J', summary: 'Not SIP', cseq: '', is_cut: false },
    {
      text: hostile[1]?.toString(),
      summary: '486 <script>alert(1)</script>',
      cseq: '',
      is_cut: false,
    },
    {
      text: hostile[2]?.toString(),
      summary: 'INVITE',
      cseq: `${'9'.repeat(39)}…`,
      is_cut: true,
    },
  ])
  expect(data.messages[0]).toMatchObject({ from_ip: '2001:db8::7', from_port: 5060 })
  const file = await download(record.call_id)
  expect(file.response.rawPayload.includes(hostile[0] ?? '')).toBe(true)
})

test('a pcap file has every message as it was, and its download is logged', async () => {
  const { response } = await download(call_id)
  expect(response.headers['content-type']).toBe('application/vnd.tcpdump.pcap')
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="call-${call_id}.pcap"`,
  )
  const bytes = response.rawPayload
  expect(bytes.readUInt32BE(0)).toBe(0xa1b2c3d4)
  const messages = tracedCall({ sip_call_id: CALL_ID, gateways: GATEWAYS })
  expect(lengthsIn(bytes)).toEqual(messages.map(({ message }) => message.length + 28))
  const { data } = await api.admin.call(listActivities, { query: { action: 'EXPORT' } })
  expect(data).toContainEqual(
    expect.objectContaining({ entity: 'sip_message', entity_id: call_id, username: 'admin' }),
  )
})

function lengthsIn(file: Buffer): number[] {
  const lengths: number[] = []
  for (let at = 24; at < file.length; at += 16 + (lengths.at(-1) ?? 0)) {
    lengths.push(file.readUInt32BE(at + 8))
  }
  return lengths
}

test('a call that no rule has traced has no messages, and an empty file', async () => {
  const { data } = await limited.call(listCallRecords, { query: DAY })
  const id = data[0]?.call_id ?? ''
  expect((await read(id, limited)).data).toEqual({ messages: [], has_more: false, gateways: [] })
  expect((await download(id)).response.rawPayload).toHaveLength(24)
})

test('a user who may not see whole numbers sees no text', async () => {
  const masked = await signInAdmin(api, 'masked', {
    permissions: ['sip_messages.view'],
    masked_digits: 4,
  })
  const { data } = await read(call_id, masked)
  expect(data.messages.map(({ text }) => text).join('')).toBe('')
  expect(data.messages[0]?.summary).toBe('INVITE')
  expect((await download(call_id, masked)).status).toBe(403)
})

test('a call with more messages than are answered says so', async () => {
  const record = recordAt(AT + 2000, { account_id })
  await writeCalls(api.url, { records: [record] })
  const one = { from: '192.0.2.7:5060', to: SWITCH, sip_call_id: 'y', message: Buffer.from('x') }
  const messages = Array.from({ length: 1001 }, (_, after_us) => ({ ...one, after_us }))
  await writeSipMessages(api.url, record.call_id, AT + 2000, messages)
  const { data } = await read(record.call_id)
  expect([data.messages.length, data.has_more]).toEqual([1000, true])
})

test('calls are found by the Call-ID of any leg', async () => {
  const found = async (sip_call_id: string, session = api.admin) =>
    (await session.call(listCallRecords, { query: { ...DAY, sip_call_id } })).data
  expect((await found(`TH-2-${CALL_ID}`)).map((call) => call.call_id)).toEqual([call_id])
  expect((await found('other')).map((call) => call.account_id)).toEqual([other_id])
  expect(await found('TH-2')).toEqual([])
  expect(await found(`TH-2-${CALL_ID}`, limited)).toEqual([])
  const query = { ...DAY, sip_call_id_not: `TH-2-${CALL_ID}` }
  const { data } = await api.admin.call(listCallRecords, { query })
  expect(data.map((call) => call.call_id)).not.toContain(call_id)
})
