// Passwords of others could be read back from ECB, from CBC without a seal, or from plain MD5.
import { expect, test } from 'vitest'
import { isTest, makeSource, readSources, type Source } from '../architecture/source.ts'

const WEAK = /\b(?:createCipheriv|createHash|createHmac)\s*\([^)]*\b(?:ecb|cbc|md5|sha1|des|rc4)\b/i
/** The digest of SIP is MD5 by its own rule (RFC 2617). */
const OF_SIP = ['src/engine/sip-users/sip-users.ts', 'src/api/accounts/sip-password.ts']

const weak = (files: readonly Source[]) =>
  files.filter(({ text }) => WEAK.test(text)).map(({ path }) => path)

test('nothing but the digest of SIP uses a weak cipher or hash', () => {
  const sources = readSources('src').filter(({ path }) => !isTest(path) && !OF_SIP.includes(path))
  expect(weak(sources)).toEqual([])
  const planted = "const cipher = createCipheriv('aes-256-ecb', key, null)"
  expect(weak([makeSource('src/api/a.ts', planted)])).toHaveLength(1)
})
