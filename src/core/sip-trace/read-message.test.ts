import { expect, test } from 'vitest'
import { splitMessage, summariseMessage } from './read-message.ts'

const INVITE = [
  'INVITE sip:442071838750@192.0.2.1 SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.7',
  'Subject: one',
  '  and more',
  'CSeq:  1   INVITE',
  '',
  'v=0',
  'a: no header',
].join('\r\n')

test('a request has its method, a response its code and reason', () => {
  expect(summariseMessage(INVITE)).toEqual({
    is_request: true,
    summary: 'INVITE',
    cseq: '1 INVITE',
  })
  const answer = 'SIP/2.0 503 Service Unavailable\ncseq : 1 INVITE\n\n'
  expect(summariseMessage(answer)).toEqual({
    is_request: false,
    summary: '503 Service Unavailable',
    cseq: '1 INVITE',
  })
  expect(summariseMessage('SIP/2.0 200\r\n\r\n')).toMatchObject({ summary: '200', cseq: '' })
})

test('the head ends at the empty line, and a continued line has no name', () => {
  expect(splitMessage(INVITE)).toEqual({
    start: 'INVITE sip:442071838750@192.0.2.1 SIP/2.0',
    head: [
      { name: 'Via', rest: ': SIP/2.0/UDP 192.0.2.7' },
      { name: 'Subject', rest: ': one' },
      { name: '', rest: '  and more' },
      { name: 'CSeq', rest: ':  1   INVITE' },
    ],
    body: 'v=0\r\na: no header',
  })
})

test('any text is read: cut, empty, without an end, not SIP at all', () => {
  expect(splitMessage('')).toEqual({ start: '', head: [], body: '' })
  expect(splitMessage('BYE sip:a SIP/2.0\r\nVi')).toEqual({
    start: 'BYE sip:a SIP/2.0',
    head: [{ name: '', rest: 'Vi' }],
    body: '',
  })
  for (const text of ['', '\r\n\r\n', '\0\ufffd', 'GET', 'get / HTTP/1.1', 'SIP/2.0 abc']) {
    expect(summariseMessage(text)).toMatchObject({ summary: 'Not SIP', cseq: '' })
  }
})

test('what is taken from a hostile message has a limit', () => {
  const long = 'x'.repeat(10_000)
  expect(summariseMessage(`SIP/2.0 486 ${long}\r\nCSeq: ${long}`).summary).toHaveLength(60)
  expect(summariseMessage(`SIP/2.0 486 ${long}\r\nCSeq: ${long}`).cseq).toHaveLength(40)
  expect(summariseMessage(`${long.toUpperCase()} sip:a SIP/2.0`).summary).toBe('Not SIP')
  const { head, body } = splitMessage(`BYE sip:a SIP/2.0\r\n${'A: 1\r\n'.repeat(400)}`)
  expect(head).toHaveLength(300)
  expect(body).toHaveLength(600)
})
