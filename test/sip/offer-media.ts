// The offer of a call to rtpengine, as Kamailio makes it.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { encode } from '#engine/kamailio/bencode.ts'

export async function offerMedia(port: number, sip_call_id: string, sdp: string): Promise<void> {
  const offer = { command: 'offer', 'call-id': sip_call_id, 'from-tag': 'caller', sdp }
  const socket = createSocket('udp4')
  try {
    // A second query with the same cookie would get the answer of the first.
    socket.send(`offer-${sip_call_id} ${encode(offer)}`, port, '127.0.0.1')
    const [answer] = (await once(socket, 'message')) as [Buffer]
    if (!answer.includes('result2:ok')) throw new Error(`rtpengine says ${answer}`)
  } finally {
    socket.close()
  }
}
