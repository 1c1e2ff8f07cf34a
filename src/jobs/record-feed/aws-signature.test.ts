// The examples that AWS publishes: its test suite of version 4, and the reference of S3.
import { expect, test } from 'vitest'
import { contentHash, encodePath, signedHeaders } from './aws-signature.ts'

const SUITE = {
  region: 'us-east-1',
  service: 'service',
  key_id: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const S3 = {
  region: 'us-east-1',
  service: 's3',
  key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

test.each([
  ['get-vanilla', 'GET', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['post-vanilla', 'POST', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
])('%s of the test suite has its signature', (_, method, signature) => {
  const url = new URL('https://example.amazonaws.com/')
  const now_ms = Date.parse('2015-08-30T12:36:00Z')
  const { authorization } = signedHeaders({ method, url, headers: {}, body: '', now_ms }, SUITE)
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      `SignedHeaders=host;x-amz-date, Signature=${signature}`,
  )
})

test('PUT Object of the reference of S3 has its signature', () => {
  const body = 'Welcome to Amazon S3.'
  const url = new URL(`https://examplebucket.s3.amazonaws.com${encodePath('/test$file.text')}`)
  const headers = {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    ...contentHash(body),
  }
  const now_ms = Date.parse('2013-05-24T00:00:00Z')
  const { authorization } = signedHeaders({ method: 'PUT', url, headers, body, now_ms }, S3)
  expect(url.pathname).toBe('/test%24file.text')
  expect(authorization).toMatch(
    /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
  )
})

test('GET Object of the reference of S3 has its signature', () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt')
  const headers = { range: 'bytes=0-9', ...contentHash('') }
  const now_ms = Date.parse('2013-05-24T00:00:00Z')
  const signed = signedHeaders({ method: 'GET', url, headers, body: '', now_ms }, S3)
  expect(signed.authorization).toMatch(
    /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
  )
})
