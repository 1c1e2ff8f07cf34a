import { describe, expect, test } from 'vitest'
import type { TraceMode } from '#core/routing/trace-rules.ts'
import { cancellation, credentialsMessage, hello, limit, replyMessage } from './command.ts'
import { readMessage } from './message.ts'
import type { RouteReply, SwitchRoute } from './switch-link.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

const INVITE = {
  kind: 'invite',
  tx: '4711:99',
  dialog: '12:34:1',
  sip_call_id: base64('a@b'),
  source_ip: '192.0.2.7',
  source_port: 5060,
  transport: 'udp',
  dialled_number: base64('00441234'),
  caller_number: base64('+15551000'),
  caller_name: base64('"Zoë \\"Z\\" Ω"'),
  user_agent: '<null>',
  auth_username: base64('ann'),
  to_number: base64('441234'),
  pai: base64('<sip:+15551000@192.0.2.7>'),
  rpid: '',
  privacy: base64('<null>'),
  diversion: '',
  from_domain: base64('caller\r\n.example'),
  dialled_domain: base64('switch.example'),
  local_address: '192.0.2.1:5060',
  received_at: '1795236661.561655',
}

describe('an invite', () => {
  test('is read with its free texts, quotes and stamps', () => {
    expect(readMessage(JSON.stringify(INVITE))).toEqual({
      what: 'invite',
      invite: {
        tx: '4711:99',
        dialog: '12:34:1',
        sip_call_id: 'a@b',
        source_ip: '192.0.2.7',
        source_port: 5060,
        transport: 'UDP',
        dialled_number: '00441234',
        caller_number: '+15551000',
        caller_name: 'Zoë "Z" Ω',
        user_agent: '',
        auth_username: 'ann',
        to_number: '441234',
        pai: '<sip:+15551000@192.0.2.7>',
        rpid: '',
        privacy: '',
        foreign_route: '',
        diversion: '',
        from_domain: 'caller.example',
        dialled_domain: 'switch.example',
        local_address: '192.0.2.1:5060',
        received_at: 1795236661.561655,
      },
    })
  })

  test('names numbers without what may stand around them in a URI', () => {
    const said = {
      dialled_number: base64('+1-415-555-0100;npdi;rn=+14155550999'),
      to_number: base64('1234%23442071838750'),
      caller_number: base64('%2B15551000;cpc=ordinary'),
    }
    expect(readMessage(JSON.stringify({ ...INVITE, ...said }))).toMatchObject({
      invite: {
        dialled_number: '+14155550100',
        to_number: '1234#442071838750',
        caller_number: '+15551000',
      },
    })
  })

  test('loses control characters, so that no log line can be forged', () => {
    const read = readMessage(
      JSON.stringify({ ...INVITE, caller_name: base64('a\r\nforged: yes\u0000\u0085') }),
    )
    expect(read).toMatchObject({ invite: { caller_name: 'aforged: yes' } })
  })
})

describe('an event', () => {
  test('is read with its attempts, and what is not there is null', () => {
    const event = {
      kind: 'failed',
      key: '1-2.3-4',
      dialog: '12:34:1',
      call_id: '77',
      sip_call_id: base64('a@b'),
      started_at: '1795236661.5',
      ringing_at: '<null>',
      answered_at: '',
      ended_at: '1795236662.000001',
      gateway_id: '9',
      sip_code: '503',
      q850_cause: '0',
      released_by: 'callee',
      attempts: [[9, 503, 0, 1795236661.6, 0, 1795236662, 41, 30, base64('Gate\u0000way 9')]],
    }
    expect(readMessage(JSON.stringify(event))).toEqual({
      what: 'event',
      event: {
        kind: 'failed',
        key: '1-2.3-4',
        live: false,
        dialog: '12:34:1',
        call_id: '77',
        sip_call_id: 'a@b',
        started_at: 1795236661.5,
        ringing_at: null,
        answered_at: null,
        ended_at: 1795236662.000001,
        gateway_id: 9,
        sip_code: 503,
        q850_cause: null,
        reason: '',
        released_by: 'callee',
        attempts: [
          {
            gateway_id: 9,
            attempt_end: 'REFUSED',
            not_sent_reason: null,
            sip_code: 503,
            sent_at: 1795236661.6,
            ringing_at: null,
            ended_at: 1795236662,
            q850_cause: 41,
            gateway_user_agent: 'Gateway 9',
            retry_after: 30,
          },
        ],
        media: null,
        early_media: false,
      },
      caller_tag: '',
    })
  })

  test.each([
    ['ANSWERED', [9, 200, 0, 1.5, 2.5, 3, 0, 0]],
    ['REFUSED', [9, 486, 0, 1.5, 2.5, 3, 17, 0]],
    ['NO_RESPONSE', [9, 408, 1, 1.5, 0, 3, 0, 0]],
    ['PDD_TIMEOUT', [9, 408, 2, 1.5, 0, 3, 0, 0]],
    ['NO_ANSWER', [9, 408, 2, 1.5, 2.5, 3, 0, 0]],
    // As an older template reports it.
    ['NO_ANSWER', [9, 408, 1, 1.5, 2.5, 3, 0, 0]],
    ['CANCELLED', [9, 487, 3, 1.5, 2.5, 3, 0, 0]],
  ])('tells of an attempt that ended %s', (attempt_end, attempt) => {
    const event = { kind: 'failed', key: '1-2-3', sip_call_id: base64('a@b'), attempts: [attempt] }
    expect(readMessage(JSON.stringify(event))).toMatchObject({
      event: {
        attempts: [{ attempt_end, sent_at: 1.5, not_sent_reason: null, gateway_user_agent: '' }],
      },
    })
  })

  test.each([
    ['NO_COMMON_CODEC', 488, 88],
    ['TUNNEL_DOWN', 503, 38],
    ['NO_CHANNEL', 503, 34],
    ['NOT_REGISTERED', 480, 20],
    ['SEND_FAILED', 503, 0],
  ])('tells why an attempt was not sent: %s', (not_sent_reason, code, cause) => {
    const attempts = [[9, code, 4, 1.5, 0, 1.5, cause, 0]]
    const event = { kind: 'failed', key: '1-2-3', sip_call_id: base64('a@b'), attempts }
    expect(readMessage(JSON.stringify(event))).toMatchObject({
      event: { attempts: [{ attempt_end: 'NOT_SENT', not_sent_reason, sent_at: null }] },
    })
  })

  test.each([
    ['1', true],
    ['<null>', false],
    [undefined, false],
  ])('tells with early_media %j whether the gateway could be heard early', (said, early_media) => {
    const event = { kind: 'failed', key: '1-2-3', sip_call_id: base64('a@b'), early_media: said }
    expect(readMessage(JSON.stringify(event))).toMatchObject({ event: { early_media } })
  })

  test('may hold no more than a Call-ID and a stamp', () => {
    const event = { kind: 'orphan_bye', key: '1-2-3', sip_call_id: base64('a@b'), ended_at: '5.5' }
    expect(readMessage(JSON.stringify({ live: 1, ...event }))).toMatchObject({
      event: { live: true, sip_call_id: 'a@b', ended_at: 5.5, call_id: '', started_at: null },
    })
  })
})

test.each(['', 'x', '{}', '{"kind":"invite"}', '{"kind":"hello"}', '[]', 'null'])(
  'a malformed message %j is told apart and never thrown',
  (message) => {
    expect(readMessage(message).what).toBe('malformed')
  },
)

describe('what is said of a phone', () => {
  test('is a question about the name that somebody claims', () => {
    const question = {
      kind: 'credentials',
      tx: '4711:99',
      method: 'REGISTER',
      username: base64('ann'),
      source_ip: '192.0.2.7',
      source_port: 5060,
      transport: 'tcp',
      user_agent: base64('phone'),
      received_at: '5.5',
    }
    expect(readMessage(JSON.stringify(question))).toEqual({
      what: 'credentials',
      question: {
        tx: '4711:99',
        method: 'REGISTER',
        username: 'ann',
        source_ip: '192.0.2.7',
        source_port: 5060,
        transport: 'TCP',
        user_agent: 'phone',
        received_at: 5.5,
      },
    })
  })

  test('is a notice of the end of a registration', () => {
    const unregistered = { kind: 'unregistered', username: base64('ann'), contact: base64('*') }
    expect(readMessage(JSON.stringify(unregistered))).toEqual({
      what: 'notice',
      notice: { kind: 'unregistered', username: 'ann', contact: '*' },
    })
  })

  test('is a notice of a wrong password, with what its sender has claimed', () => {
    const failed = {
      kind: 'auth_failed',
      method: 'INVITE',
      reason: 'wrong_password',
      username: base64('ann'),
      realm: base64('soft\r\nswitch'),
      source_ip: '192.0.2.7',
      source_port: 5060,
      transport: 'udp',
      user_agent: '',
      sip_call_id: base64('a@b'),
      from: base64('<sip:ann@192.0.2.7>'),
      to: base64('"\u0000" <sip:441234@192.0.2.1>'),
      ruri: base64('sip:441234@192.0.2.1'),
      at: '5.5',
      suppressed: 2,
    }
    expect(readMessage(JSON.stringify(failed))).toMatchObject({
      notice: { realm: 'softswitch', from: '<sip:ann@192.0.2.7>', to: '"" <sip:441234@192.0.2.1>' },
    })
    const { realm: _, to: __, ...older } = failed
    expect(readMessage(JSON.stringify(older))).toMatchObject({ notice: { realm: '', to: '' } })
  })

  test('is never the hash of a password in another form than 32 hex digits', () => {
    const known = {
      is_allowed: true,
      max_contacts: 1,
      expires_min_seconds: 60,
      expires_max_seconds: 3600,
    }
    const ha1 = '0123456789abcdef0123456789abcdef'
    expect(credentialsMessage('1:2', { ...known, ha1 })).toBe(`credentials|1:2|${ha1}|1|60|3600|1`)
    expect(() => credentialsMessage('1:2', { ...known, ha1: 'secret' })).toThrow('32 hex digits')
  })
})

describe('a decision', () => {
  const route: SwitchRoute = {
    gateway_id: 7,
    uri: 'sip:1@192.0.2.9',
    dst_uri: 'sip:192.0.2.9:5060;transport=udp',
    codecs: ['PCMA'],
    media: 'PROXY',
    invite_timeout_ms: 4000,
    ring_timeout_ms: 60000,
  }
  const routing: RouteReply = {
    kind: 'route',
    call_id: '77',
    max_seconds: 60,
    max_setup_seconds: 120,
    routes: [route, { ...route, media: 'DIRECT' }, { ...route, codecs: [] }],
  }

  test('to route tells Kamailio how to treat the media of each gateway', () => {
    const [head, ...lines] = replyMessage('1:2', routing).split('\n')
    expect(head).toBe('route|1:2|77|60|120||0')
    const gateways = lines.map((line) => JSON.parse(line))
    expect(gateways).toMatchObject([
      {
        gateway_id: 7,
        media: 'RTP/AVP codec-strip-all codec-offer-PCMA codec-offer-telephone-event',
      },
      { codecs: 'PCMA' },
      { media: 'RTP/AVP' },
    ])
    expect(gateways[1]).not.toHaveProperty('media')
  })

  test('to route tells from where else the two sides may speak', () => {
    const networks = ['192.0.2.9', '192.0.2.10']
    const routes = [{ ...route, networks }]
    const caller_networks = ['198.51.100.0/24', '203.0.113.7/32']
    const message = replyMessage('1:2', { ...routing, caller_networks, routes })
    const [head, line = ''] = message.split('\n')
    expect(head).toBe('route|1:2|77|60|120|198.51.100.0/24,203.0.113.7/32|0')
    expect(JSON.parse(line)).toMatchObject({ networks: '192.0.2.9,192.0.2.10' })
  })

  test('with ten gateways stays a frame of a few kilobytes', () => {
    const routes = Array.from({ length: 10 }, () => route)
    expect(replyMessage('1:2', { ...routing, routes }).length).toBeLessThan(6144)
  })

  const facts = { kind: 'refuse', call_id: '77', sip_code: 402, reason: 'No' } as const
  const refusal = { ...facts, q850_cause: 21 }

  test('to refuse carries code, words and cause', () => {
    expect(replyMessage('1:2', refusal)).toBe('refuse|1:2|77|402|No|21|0|0')
    expect(replyMessage('1:2', { ...refusal, retry_after: 5 })).toBe('refuse|1:2|77|402|No|21|5|0')
    expect(() => replyMessage('1:2', { ...refusal, reason: 'No|way' })).toThrow('no bar')
  })

  test('to route and to refuse carry whether the call is traced', () => {
    const headOf = (trace: TraceMode) => replyMessage('1:2', { ...routing, trace }).split('\n')[0]
    expect(headOf('ALL')).toBe('route|1:2|77|60|120||1')
    expect(headOf('FAILED_ONLY')).toBe('route|1:2|77|60|120||2')
    expect(replyMessage('1:2', { ...refusal, trace: 'ALL' })).toBe('refuse|1:2|77|402|No|21|0|1')
  })
})

test('commands name the dialog by its parts', () => {
  expect(limit('12:34:1', 60)).toBe('limit|12|34|60')
  expect(cancellation('12:34:5', 'a|b')).toBe(`cancel|5|${base64('a|b')}`)
  expect(() => limit('12:34:1', 0.5)).toThrow('at least one whole second')
  expect(() => limit('nonsense', 1)).toThrow('entry:id:cseq')
})

test('the hello names the version of these messages', () => {
  expect(hello('abc', 'engine-1')).toBe('Habc:5:engine-1')
  expect(() => hello('a:b', 'x')).toThrow('letters and digits')
})
