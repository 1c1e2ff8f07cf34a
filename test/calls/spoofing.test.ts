// Forged parts of a caller's messages, which have no effect: headers that other systems trust,
// names of our own protocol, replies without a request, and parameters of the topology hiding.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { sipRequest } from '../sip/probe.ts'
import { type Gateway, headersOf, openGateway, openPeer, type Peer } from '../sip/torture/peer.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing, type ScriptedEngine, startEngine } from './scripted-engine.ts'

const SWITCH = '127.18.1.1'
const CALLER = '127.18.1.11'
const VICTIM = '127.18.1.13'
const GATEWAY = '127.18.1.21'

let kamailio: RunningKamailio
let engine: ScriptedEngine
let gateway: Gateway
let caller: Peer

beforeAll(async () => {
  kamailio = await startKamailio({ address: SWITCH, first_port: 15800 })
  engine = await startEngine(kamailio.link)
  gateway = await openGateway(GATEWAY)
  caller = await openPeer(CALLER)
})
beforeEach(() => {
  engine.decide = () => routing([routeTo(GATEWAY)])
  engine.forget()
  gateway.heard.length = 0
  caller.heard.length = 0
})
afterAll(async () => {
  await engine?.close()
  gateway?.close()
  caller?.close()
  await kamailio?.stop()
})

const SDP = [
  'v=0',
  `o=- 1 1 IN IP4 ${CALLER}`,
  's=-',
  `c=IN IP4 ${CALLER}`,
  't=0 0',
  'm=audio 6000 RTP/AVP 8',
  '',
].join('\n')

/**
 * Calls with these headers; answers what came to the gateway, and the final reply to the caller.
 */
async function call(headers: readonly string[]): Promise<{ sent: string; answer: string }> {
  const request = sipRequest(SWITCH, CALLER, {
    headers: [...headers, 'Content-Type: application/sdp'],
    body: SDP,
  })
  const [id = ''] = headersOf(request.replaceAll('\n', '\r\n'), 'Call-ID')
  caller.send(Buffer.from(request.replaceAll('\n', '\r\n')), SWITCH)
  const answers = () =>
    caller.heard
      .map(({ text }) => text)
      .filter((text) => text.includes(id) && !text.startsWith('SIP/2.0 1'))
  await until('the caller is answered', () => answers().length > 0)
  return { sent: gateway.calls().at(-1) ?? '', answer: answers()[0] ?? '' }
}

const namesIn = (text: string): string[] =>
  (text.split('\r\n\r\n')[0] ?? '')
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(':')).trim())
    .sort()

/** In the list are names that some system believes, and all that our own protocol uses. */
const BELIEVED = [
  ...['P-Asserted-Identity', 'P-Preferred-Identity', 'Remote-Party-ID', 'Privacy', 'Identity'],
  ...['Diversion', 'History-Info', 'Referred-By', 'Replaces', 'Join', 'Target-Dialog', 'Reason'],
  ...['P-Charging-Vector', 'P-Charging-Function-Addresses', 'P-Access-Network-Info', 'P-Visited'],
  ...['P-Called-Party-ID', 'P-Associated-URI', 'P-Served-User', 'P-User-Database', 'Geolocation'],
  ...['Path', 'Service-Route', 'Via', 'v', 'Contact', 'm', 'Authorization', 'Proxy-Authorization'],
  ...['Authentication-Info', 'Alert-Info', 'Call-Info', 'Error-Info', 'Warning', 'Organization'],
  ...['Server', 'User-Agent', 'Subject', 's', 'Date', 'Priority', 'Reply-To', 'In-Reply-To'],
  ...['Timestamp', 'Event', 'Answer-Mode', 'Priv-Answer-Mode', 'Accept-Contact', 'Reject-Contact'],
  ...['Request-Disposition', 'Max-Breadth', 'Resource-Priority', 'User-to-User', 'MIME-Version'],
  ...['X-Account', 'X-Acct', 'X-Gateway', 'X-Forwarded-For', 'X-Real-IP', 'X-Auth-IP', 'P-hint'],
  ...['X-Call-Id', 'X-Source-IP', 'source_ip', 'account_id', 'call_id', 'kind', 'tx', 'dialog'],
  ...['max_seconds', 'routes', 'gateway_id', 'dst_uri', 'seal', 'dlg_var', 'xavp', 'engine', 'key'],
]

/** A colon may follow spaces, a value may be on the next line, and a name in any case. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => `${name}: "spoofed" <sip:spoofed@${VICTIM}>;spoofed`,
  (name) => `${name} : <sip:spoofed@${VICTIM}>`,
  (name) => `${name.toLowerCase()}\t:<sip:spoofed@${VICTIM}>`,
  (name) => `${name.toUpperCase()}:\n <sip:spoofed@${VICTIM}>`,
]

/** Errors in these are refused, instead of passed over. */
const REFUSED = ['Via', 'v', 'Authorization', 'Proxy-Authorization', 'Timestamp', 'Event']

describe('a header that other systems believe', () => {
  /** The claims about who calls go to the engine, each in its own field, and nowhere else. */
  function unbelieved() {
    const { pai, rpid, privacy, diversion, ...rest } = (engine.invites.at(-1) ?? {}) as Record<
      string,
      unknown
    >
    return rest
  }

  test.each(SPELLINGS.map((spell) => ({ spell, as: spell('Name').replace('\n', '\\n') })))(
    'is not believed and not passed on, written as $as',
    async ({ spell }) => {
      const plain = await call([])
      const facts = ['source_ip', 'source_port', 'transport', 'dialled_number', 'caller_number']
      const before = facts.map((name) => unbelieved()[name])
      const headers = BELIEVED.filter((name) => !REFUSED.includes(name)).map(spell)
      // A message of theirs is no longer than 8 KB.
      for (let at = 0; at < headers.length; at += 40) {
        const { sent } = await call(headers.slice(at, at + 40))
        expect(namesIn(sent)).toEqual(namesIn(plain.sent))
        expect(sent).not.toMatch(/spoofed/)
        expect(sent).not.toContain(VICTIM)
        expect(facts.map((name) => unbelieved()[name])).toEqual(before)
        const { user_agent, ...claims } = unbelieved()
        expect(JSON.stringify(claims)).not.toMatch(/spoofed/)
      }
    },
  )

  test('makes no call go anywhere else where it is no header at all', async () => {
    for (const name of REFUSED) {
      const request = sipRequest(SWITCH, CALLER, { headers: [`${name}: spoofed <sip:${VICTIM}>`] })
      caller.send(Buffer.from(request.replaceAll('\n', '\r\n')), SWITCH)
    }
    // They came before this call.
    await call([])
    expect(JSON.stringify(gateway.heard)).not.toMatch(/spoofed/)
    for (const invite of engine.invites) expect(invite.source_ip).toBe(CALLER)
  })
})

describe('text that looks like our protocol', () => {
  const QUOTES = '\\",\\"kind\\":\\"refuse\\",\\"source_ip\\":\\"10.0.0.1\\"'

  test.each([
    ['the name of the caller', `From: "${QUOTES}" <sip:1@${CALLER}>;tag=1`],
    ['the agent', `User-Agent: ","source_ip":"10.0.0.1","x":"`],
    ['a netstring', 'User-Agent: 5:Hello,12:{"kind":"x"},'],
    ['a variable of the switch', 'User-Agent: $si $var(engine) $shv(x) $sht(engine=>0) #!define'],
  ])('is only text in %s', async (_, header) => {
    const request = sipRequest(SWITCH, CALLER, {
      headers: header.startsWith('From') ? [] : [header],
      body: '',
    })
    const own = header.startsWith('From') ? request.replace(/^From: .*$/m, header) : request
    caller.send(Buffer.from(own.replaceAll('\n', '\r\n')), SWITCH)
    await until('the engine is asked', () => engine.invites.length === 1)
    const [invite] = engine.invites
    expect(invite?.source_ip).toBe(CALLER)
    expect(`${invite?.caller_name}${invite?.user_agent}`).toMatch(/kind|source_ip|\$si/)
    expect(engine.invites).toHaveLength(1)
  })
})

test('a reply that nobody waits for is not sent on', async () => {
  const victim = await openPeer(VICTIM)
  const methods = ['OPTIONS', 'BYE', 'INVITE', 'CANCEL', 'REGISTER', 'INFO']
  for (const method of methods) {
    for (const first of [SWITCH, '192.0.2.1', CALLER]) {
      const reply = [
        'SIP/2.0 200 OK',
        `Via: SIP/2.0/UDP ${first};branch=z9hG4bKnobody`,
        `Via: SIP/2.0/UDP ${VICTIM}:5060;branch=z9hG4bKvictim`,
        'From: <sip:a@example.com>;tag=1',
        'To: <sip:b@example.com>;tag=2',
        `Call-ID: ${method}-${first}@nobody`,
        `CSeq: 1 ${method}`,
        'Content-Length: 0',
        '\r\n',
      ]
      for (let time = 0; time < 3; time++) caller.send(Buffer.from(reply.join('\r\n')), SWITCH)
    }
  }
  // They came before this call.
  await call([])
  victim.close()
  expect(victim.heard.map(({ text }) => headersOf(text, 'Call-ID'))).toEqual([])
})

describe('a note of the topology hiding', () => {
  const NOTES = [
    'TH:',
    'TH: ',
    'TH: dih',
    'TH: uih',
    'TH: dlh',
    'th : uxx',
    'TH:\n dcv',
    'tH: x',
  ].map((note) => ({ note, as: JSON.stringify(note) }))

  test.each(NOTES)('$as of a caller hides nothing less', async ({ note }) => {
    const { sent, answer } = await call([note])
    expect(sent).not.toContain(CALLER)
    expect(answer).not.toContain(GATEWAY)
  })

  test.each(NOTES)('$as of a gateway hides nothing less', async ({ note }) => {
    gateway.answer = { code: 486, headers: `${note.replace('\n', '\r\n')}\r\n` }
    // The switch drops such an answer, and replies by itself after the time for it.
    engine.decide = () => routing([routeTo(GATEWAY, { invite_timeout_ms: 500 })])
    const { answer } = await call([]).finally(() => {
      gateway.answer = { code: 486, headers: '' }
    })
    expect(answer).toContain('SIP/2.0 503 ')
    expect(answer).not.toContain(GATEWAY)
  })
})

test('a second Contact shows neither side to the other', async () => {
  const more = ['Contact: <sip:a@LAN>, <sip:b@LAN>', 'm: "c" <sip:c@LAN>'].join('\r\n')
  gateway.answer = {
    code: 486,
    headers: `Contact: <sip:v@LAN>\r\n${more}\r\n`.replaceAll('LAN', GATEWAY),
  }
  const { sent, answer } = await call(more.replaceAll('LAN', CALLER).split('\r\n'))
  gateway.answer = { code: 486, headers: '' }
  expect(headersOf(sent, 'Contact', 'm')).toHaveLength(1)
  expect(sent).not.toContain(CALLER)
  expect(answer).not.toContain(GATEWAY)
})
