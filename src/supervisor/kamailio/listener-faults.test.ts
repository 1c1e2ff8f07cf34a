import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { findListenerFault } from './listener-faults.ts'

const here = { transport: 'udp', address: '127.0.48.1', advertise: null } as const

test('a listener on an address of another machine is a fault, named with its field', async () => {
  const listen = [
    { ...here, port: 27_950 },
    { ...here, address: '192.0.2.1', port: 5060 },
  ]
  expect(await findListenerFault(listen, [])).toMatchObject({
    field: 'listen.1.address',
    message: expect.stringMatching(
      /^192\.0\.2\.1 is not an address of this machine, .*127\.0\.0\.1/,
    ),
  })
})

test('a port of another program is a fault, and one of our own Kamailio is not', async () => {
  const socket = createSocket('udp4').bind(0, here.address)
  await once(socket, 'listening')
  const listen = [{ ...here, port: socket.address().port }]
  try {
    expect(await findListenerFault(listen, [])).toMatchObject({ field: 'listen.0.port' })
    expect(await findListenerFault(listen, listen)).toBeUndefined()
  } finally {
    socket.close()
  }
})
