// The seals by which the switch knows what it has written itself, or another node: none is one of
// another kind, and what only nodes write is taken from nodes alone.
import { createHash, hkdfSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TOPOH_KEY } from '../sip/kamailio.ts'
import { openPhone, type Phone, register } from '../sip/phone.ts'
import { type RequestParts, sipRequest } from '../sip/probe.ts'
import { type Gateway, headersOf, openGateway } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { REFUSAL, routeTo, routing, user } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.27', first_port: 14_300 }
const { SWITCH, CALLER, STRANGER, GATEWAY, SECOND } = addressesIn(PLACE)
const bench = setUpSwitch(PLACE)
/** The other node, and the phone of this one that it may ring. */
const [NODE, PHONE] = [SECOND, GATEWAY]

let phone: Gateway
let gateway: Gateway
const senders = new Map<string, Phone>()

beforeAll(async () => {
  gateway = await openGateway(CALLER)
  for (const address of [NODE, STRANGER]) senders.set(address, await openPhone(address, SWITCH))
})
afterAll(async () => {
  for (const sender of senders.values()) await sender.close()
  for (const peer of [phone, gateway]) peer?.close()
})

beforeEach(async () => {
  bench.engine.users.set('ann', user('ann', 'secret'))
  bench.engine.decide = () => REFUSAL
  bench.engine.link.setNodes([NODE])
  if (phone) return
  const registering = await openPhone(PHONE, SWITCH)
  const ann = { username: 'ann', password: 'secret', contact: `<sip:ann@${PHONE}:5060>` }
  expect((await register(registering, SWITCH, ann)).last).toContain('SIP/2.0 200 ')
  await registering.close()
  phone = await openGateway(PHONE)
})

/** The final reply to a request from this address. */
const send = (from: string, parts: RequestParts): Promise<string> =>
  senders.get(from)?.ask(sipRequest(SWITCH, from, parts)) ?? Promise.reject(new Error(from))

const now = () => Math.floor(Date.now() / 1000)

/** A seal as the switch makes it, by the rule of kamailio/README.md. */
function sealOf(purpose: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', TOPOH_KEY, '', `softswitch ${purpose}`, 16))
  const whole = `${text} ${key.toString('hex')}`
  return createHash('sha256').update(whole).digest('hex').slice(0, 32)
}

const nodeSeal = (username: string, at: number, tag: string) =>
  sealOf(
    'the seal of an INVITE to a node',
    `${username.length} ${username} ${at} ${tag.length} ${tag}`,
  )
const hopSeal = (tag: string) =>
  sealOf('the seal of a call that a node passes on', `${tag.length} ${tag}`)

/** An INVITE to the phone of ann, as a node sends it. */
const ring = (from: string, tag: string, at: number, seal: string) =>
  send(from, { from_tag: tag, headers: [`X-Node: ann ${at} ${seal}`] })

const sealIn = (text: string | undefined, name: 'seal' | 'hop') =>
  new RegExp(`[;]${name}=([0-9a-f]+)`).exec(text ?? '')?.[1] ?? `no ${name}`

/** The seal that a caller is shown for a Call-ID and a tag of its choice. */
async function sealOfCall(call_id: string, from_tag: string): Promise<string> {
  bench.engine.decide = () => routing([routeTo(CALLER)])
  gateway.answer = { code: 486, headers: '' }
  const calls = gateway.calls().length
  await send(STRANGER, { call_id, from_tag })
  bench.engine.decide = () => REFUSAL
  await until('the gateway is called', () => gateway.calls().length > calls)
  return sealIn(gateway.calls().at(-1), 'seal')
}

/** The seal that a phone is shown when another node rings it. */
async function sealOfHop(from_tag: string): Promise<string> {
  const at = now()
  const calls = phone.calls().length
  expect(await ring(NODE, from_tag, at, nodeSeal('ann', at, from_tag))).toContain(' 486 ')
  expect(phone.calls()).toHaveLength(calls + 1)
  return sealIn(phone.calls().at(-1), 'hop')
}

test('a node rings a phone of this one, with a seal that is good for a minute', async () => {
  const at = now()
  await sealOfHop('first')
  expect(headersOf(phone.calls().at(-1) ?? '', 'X-Node')).toEqual([])
  expect(await ring(NODE, 'late', at - 70, nodeSeal('ann', at - 70, 'late'))).toContain(' 404 ')
  expect(await ring(NODE, 'other', at, nodeSeal('ann', at, 'late'))).toContain(' 404 ')
})

test('a stranger rings no phone, with whatever seal it has', async () => {
  const at = now()
  const calls = phone.calls().length
  const seals = {
    'right, from an address that is no node': nodeSeal('ann', at, 'x'),
    'of a call that names the user': await sealOfCall(`hop|ann|${at}`, 'x'),
    'of a call with the same words': await sealOfCall(`3 ann ${at} 1 x`, 'x'),
    'of a call with as many fields': await sealOfCall('ann', `${at} 1 x`.replaceAll(' ', '.')),
    'of a call that a node passes on': await sealOfHop('x'),
  }
  expect(Object.values(seals)).toEqual(Array(5).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
  for (const [name, seal] of Object.entries(seals)) {
    bench.engine.forget()
    expect(await ring(STRANGER, 'x', at, seal), name).toContain(' 404 ')
    expect(bench.engine.invites, name).toHaveLength(1)
    if (!name.startsWith('right')) expect(await ring(NODE, 'x', at, seal), name).toContain(' 404 ')
  }
  expect(phone.calls()).toHaveLength(calls + 1)
})

/** A request inside a call, with a Route of the switch that has this seal. */
const within = (from: string, method: string, tag: string, parameter: string, target?: string) => {
  const headers = [`Route: <sip:${SWITCH};lr=on;ftag=${tag};${parameter}>`]
  const request = sipRequest(SWITCH, from, { method, from_tag: tag, to_tag: 'y', headers })
  const to = target === undefined ? request : request.replace(/sip:\S+ SIP/, `sip:${target} SIP`)
  return senders.get(from)?.ask(to) ?? Promise.reject(new Error(from))
}

test('a request inside a call passes with the seal of its own kind only', async () => {
  const seals = {
    call: await sealOfCall('hop', 'x'),
    hop: await sealOfHop('x'),
    node: nodeSeal('ann', now(), 'x'),
  }
  for (const seal of [seals.call, seals.node]) {
    expect(await within(NODE, 'BYE', 'x', `hop=${seal}`)).toContain(' 481 ')
  }
  for (const seal of [seals.hop, seals.node]) {
    expect(await within(NODE, 'BYE', 'x', `seal=${seal}`)).toContain(' 481 ')
  }
  expect(await within(NODE, 'BYE', 'x', `hop=${seals.hop}`, `ann@${PHONE}:5060`)).toContain(' 200 ')
})

test('with the seal of a hop, requests go between node and phone, and nowhere else', async () => {
  const seal = await sealOfHop('z')
  const elsewhere = `441234@${CALLER}:5060`
  gateway.heard.length = 0
  for (const method of ['OPTIONS', 'INVITE', 'BYE', 'INFO']) {
    expect(await within(STRANGER, method, 'z', `hop=${seal}`, elsewhere)).toContain(' 481 ')
  }
  // Not known to this node, as after a restart.
  const lost = hopSeal('lost')
  for (const method of ['OPTIONS', 'INVITE', 'BYE', 'INFO']) {
    expect(await within(STRANGER, method, 'lost', `hop=${lost}`, elsewhere)).toContain(' 481 ')
  }
  expect(gateway.heard).toEqual([])
  const bye = await within(NODE, 'BYE', 'lost', `hop=${lost}`, `ann@${PHONE}:5060`)
  expect(bye).toContain(' 200 ')
})
