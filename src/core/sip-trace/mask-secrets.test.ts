import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

const masked = (...lines: readonly string[]) => maskSecrets(lines.join('\r\n')).split('\r\n')

test.each([
  [
    'Authorization: Digest username="ann", realm="a", nonce="abc", uri="sip:a", response="0123"',
    'Authorization: Digest username="ann", realm="a", nonce="***", uri="sip:a", response="****"',
  ],
  [
    'proxy-authorization :Digest response=0123,cnonce="x y",nc=00000001,qop=auth',
    'proxy-authorization :Digest response=****,cnonce="* *",nc=00000001,qop=auth',
  ],
  [
    'WWW-Authenticate: Digest realm="a", nonce="ab\\"cd", algorithm=MD5',
    'WWW-Authenticate: Digest realm="a", nonce="***"**", algorithm=MD5',
  ],
  [
    'Authentication-Info: nextnonce="abc", rspauth="def"',
    'Authentication-Info: nextnonce="***", rspauth="***"',
  ],
  ['Proxy-Authenticate: Basic abc def', 'Proxy-Authenticate: Basic *** ***'],
  ['Authorization: Digest nonce="never ends', 'Authorization: Digest nonce="***** ****'],
  [
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:secret+key==|2^20|1:32',
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:************|2^20|1:32',
  ],
  ['k=base64:secret', 'k=*************'],
  ['a=ice-pwd:secret', 'a=ice-pwd:******'],
  ['a=key-mgmt:mikey secret', 'a=key-mgmt:************'],
  ['Contact: <sip:ann:secret@192.0.2.1>', 'Contact: <sip:ann:******@192.0.2.1>'],
])('%s', (line, expected) => {
  expect(masked('INVITE sip:a SIP/2.0', line, '', 'v=0')).toEqual([
    'INVITE sip:a SIP/2.0',
    expected,
    '',
    'v=0',
  ])
})

test('a header that is folded over lines is masked as a whole', () => {
  expect(masked('Authorization: Digest realm="a",', ' nonce="abc",', '\tresponse="0123"')).toEqual([
    'Authorization: Digest realm="a",',
    ' nonce="***",',
    '\tresponse="****"',
  ])
})

test('what is no secret stays, and so does the length', () => {
  const lines = [
    'INVITE sip:441234@192.0.2.1:5060 SIP/2.0',
    'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1',
    'From: "response=1" <sip:ann@192.0.2.1:5060>;tag=nonce',
    'a=fingerprint:sha-256 AA:BB',
    'a=rtpmap:8 PCMA/8000',
  ]
  expect(masked(...lines)).toEqual(lines)
  const secret = 'Authorization: Digest nonce="\xe9\xff", response="1"'
  expect(maskSecrets(secret)).toHaveLength(secret.length)
})

test('a message made to be slow is masked', () => {
  const slow = ['sip:'.repeat(16_000), `Authorization: Digest ${'nonce="'.repeat(9000)}`]
  // In square time it would not come back within the limit of a test.
  expect(maskSecrets(slow.join('\r\n'))).toHaveLength(slow.join('\r\n').length)
})
