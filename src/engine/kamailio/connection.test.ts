import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { SYSTEM_CLOCK } from '#test/support/clocks.ts'
import { connectToKamailio } from './connection.ts'
import { readFrames, writeFrame } from './frame.ts'

/** A port without a listener: RPC and rtpengine are not part of this. */
const NOWHERE = 9

test('an engine is connected when Kamailio has accepted its hello, not before', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const onConnected = vi.fn()
  const onDisconnected = vi.fn()
  const accepted = once(server, 'connection')
  const link = connectToKamailio(
    {
      evapi_port: port,
      rpc_port: NOWHERE,
      media_port: NOWHERE,
      recording_folder: '',
      secret: 's',
      engine: 'a',
    },
    { decide: async () => undefined, onEvent: () => {}, onConnected, onDisconnected },
    { clock: SYSTEM_CLOCK, randomId: () => 'id', log: pino({ level: 'silent' }) },
  )
  const [socket] = (await accepted) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect(readFrames(bytes).messages).toEqual(['Hs:5:a', 'P', 'R0'])
  expect(await link.health()).toMatchObject({ connected: false })
  expect(onConnected).not.toHaveBeenCalled()

  socket.write(writeFrame('{"kind":"read","question":0}'))
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalledOnce())
  expect(await link.health()).toMatchObject({ connected: true })

  socket.destroy()
  await vi.waitFor(() => expect(onDisconnected).toHaveBeenCalledOnce())
  expect(await link.health()).toMatchObject({ connected: false })
  await link.close()
  server.close()
})
