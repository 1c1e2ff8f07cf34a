// TXT records, read from a server of the DNS that the test is itself.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { makeTextReader } from './text-records.ts'

let socket: Socket | undefined
afterEach(async () => {
  socket?.close()
  socket = undefined
})

const OK = 0
const NO_SUCH_NAME = 3
const SERVER_FAILURE = 2

/** One record, in as many parts as it has texts (RFC 1035 §3.3.14). */
function recordOf(texts: readonly string[]): Buffer {
  const parts = Buffer.concat(texts.map((text) => Buffer.from(`\0${text}`)))
  let at = 0
  for (const text of texts) {
    parts[at] = text.length
    at += text.length + 1
  }
  // The name is that of the question; type TXT, class IN, no time to live, then the length.
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, parts.length])
  return Buffer.concat([head, parts])
}

/** Answers every question with these records. */
async function startDns(code: number, records: readonly (readonly string[])[] = []) {
  const server = createSocket('udp4')
  socket = server
  server.on('message', (query, { port, address }) => {
    const answer = Buffer.from(query)
    answer.writeUInt16BE(0x8180 + code, 2)
    // One question, these answers, and nothing more.
    answer.writeUInt16BE(records.length, 6)
    answer.writeUInt16BE(0, 10)
    const end = query.indexOf(0, 12) + 5
    const whole = Buffer.concat([answer.subarray(0, end), ...records.map(recordOf)])
    server.send(whole, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${server.address().port}`
}

const NAME = '_softswitch.voice.falcon.example'

test('the texts of a name are read, and those of several parts are joined', async () => {
  const server = await startDns(OK, [['v=spf1 -all'], ['first ', 'second']])
  const texts = await makeTextReader([server])(NAME)
  expect(texts?.toSorted()).toEqual(['first second', 'v=spf1 -all'])
})

test.each([
  ['that does not exist', NO_SUCH_NAME],
  ['without TXT records', OK],
])('a name %s has no texts', async (_, code) => {
  expect(await makeTextReader([await startDns(code)])(NAME)).toEqual([])
})

test('a server that fails is no proof of anything', async () => {
  expect(await makeTextReader([await startDns(SERVER_FAILURE)])(NAME)).toBeUndefined()
})

test('servers that never answer have one time together, and not one each', async () => {
  const silent = createSocket('udp4')
  socket = silent
  let questions = 0
  silent.on('message', () => {
    questions += 1
  })
  silent.bind(0)
  await once(silent, 'listening')
  const servers = [1, 2, 3, 4].map((host) => `127.0.0.${host}:${silent.address().port}`)
  expect(await makeTextReader(servers, 200)(NAME)).toBeUndefined()
  // The second one may be tried in the moment in which the time is over.
  expect([1, 2]).toContain(questions)
})
