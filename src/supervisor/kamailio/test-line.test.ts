import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { pingTestLine, testLineFiles, testLineMark } from './test-line.ts'

const { config = '', accounts = '' } = testLineFiles(5092, '/usr/lib/baresip/modules')

test('baresip listens on loopback alone, at the port that is configured', () => {
  expect(config).toContain('\nsip_listen 127.0.0.1:5092\n')
  expect(config).toContain('\nnet_interface 127.0.0.1\n')
  expect(config).toContain('\nmodule_path /usr/lib/baresip/modules\n')
})

test('baresip loads no module that takes commands, records or registers', () => {
  const modules = [...config.matchAll(/^module\w* (\S+\.so)$/gm)].map(([, name]) => name)
  expect(modules).toEqual(['g711.so', 'ausine.so', 'aubridge.so', 'account.so', 'echo.so'])
  expect([...accounts.matchAll(/;regint=0;call_transfer=no;/g)]).toHaveLength(2)
})

test('one number is left to the echo module, the other is answered with a tone', () => {
  const [echo, tone] = accounts.trim().split('\n')
  expect(echo).toMatch(/^<sip:9993246@127\.0\.0\.1>;.*;answermode=manual$/)
  expect(tone).toMatch(/^<sip:9998663@127\.0\.0\.1>;.*;answermode=auto;audio_source=ausine,1004;/)
})

test('each product has a test line of its own', () => {
  const folder = { path: '/srv/a', run: '/srv/a/run', logs: '/srv/a/logs' }
  expect(testLineMark(folder)).toBe('/srv/a/run/test-line')
})

test('any response to OPTIONS shows that it runs; silence does not', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  let answer = 'SIP/2.0 404 Not Found\r\n\r\n'
  socket.on('message', (request, from) => {
    expect(request.toString()).toMatch(/^OPTIONS sip:127\.0\.0\.1:\d+ SIP\/2\.0\r\n.*\r\n\r\n$/s)
    socket.send(answer, from.port, from.address)
  })
  expect(await pingTestLine(port)).toBe(true)
  answer = 'HTTP/1.1 400 Bad Request\r\n\r\n'
  expect(await pingTestLine(port)).toBe(false)
  socket.close()
  expect(await pingTestLine(port)).toBe(false)
})
