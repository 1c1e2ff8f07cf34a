// Kamailio with an engine that does not read, and with one that sends much at once: neither blocks
// the switch.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'vitest'
import { hello, readQuestion } from '#engine/kamailio/command.ts'
import { readFrames, writeFrame } from '#engine/kamailio/frame.ts'
import { until } from '../sip/until.ts'
import { setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.10', first_port: 31_300 }

const bench = setUpSwitch(PLACE)

async function connectAs(name: string): Promise<Socket> {
  const { link, log } = bench.kamailio
  const socket = connect(link.evapi_port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(writeFrame(hello(link.secret, name)))
  await until('the engine is connected', () => log().includes(`engine ${name} connected`))
  return socket
}

test('an engine that sends thousands of questions in one packet gets all answers', async () => {
  // More than fit into the queue of evapi, which holds about 280.
  const QUESTIONS = 2000
  const socket = await connectAs('talkative')
  let rest: Buffer = Buffer.alloc(0)
  let answers = 0
  socket.on('data', (bytes: Buffer) => {
    const frames = readFrames(Buffer.concat([rest, bytes]))
    rest = frames.rest
    answers += frames.messages.filter((message) => message.includes('"read"')).length
  })
  const question = writeFrame(readQuestion(7))
  socket.write(Buffer.concat(Array.from({ length: QUESTIONS }, () => question)))
  try {
    await until('all are answered', () => answers === QUESTIONS)
  } finally {
    socket.destroy()
  }
})

test('an engine that does not read does not block another one', async () => {
  // About 1 kB each: together more than the buffers of a connection hold, which is 4 MB.
  const ROUNDS = 20
  const PINGS = 300
  const hung = (await connectAs('hung')).pause()
  const id = 'x'.repeat(700)
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      for (let ping = 0; ping < PINGS; ping++) {
        // It cannot be sent, and every engine gets that result immediately.
        bench.engine.link.ping({ id, uri: 'sip:' })
      }
      await until('all results have arrived', () => bench.engine.notices.length === round * PINGS)
    }
  } finally {
    hung.destroy()
  }
})
