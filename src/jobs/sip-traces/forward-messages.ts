// Sends copies of the stored messages to a server that collects SIP messages, such as Homer, by HEP
// over UDP: nothing waits for it, and a server that is away gets nothing later.
import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { encodeHep } from '#core/sip-trace/encode-hep.ts'
import { type HomerAddress, readHomerAddress } from '#core/sip-trace/homer-address.ts'
import type { TracedMessage } from '#core/sip-trace/traced-calls.ts'

export class MessageForwarder {
  readonly #capture_id: number
  #to: { readonly socket: Socket; readonly ip: string; readonly port: number } | undefined
  #sent = 0

  constructor(capture_id: number) {
    this.#capture_id = capture_id
  }

  /** Messages that were sent; whether they came, UDP does not say. */
  get sent(): number {
    return this.#sent
  }

  /** Empty for none. A name is looked up each time; throws if it is not found. */
  async setAddress(text: string): Promise<void> {
    const address = readHomerAddress(text)
    const found = address && (await resolved(address))
    if (found?.ip === this.#to?.ip && found?.port === this.#to?.port) return
    this.close()
    if (!found) return
    const socket = createSocket(found.family === 6 ? 'udp6' : 'udp4')
    // A server that is away may answer with ICMP.
    socket.on('error', () => {})
    socket.unref()
    this.#to = { socket, ip: found.ip, port: found.port }
  }

  send(messages: readonly TracedMessage[]): void {
    const to = this.#to
    if (!to) return
    for (const message of messages) {
      to.socket.send(encodeHep(message, this.#capture_id), to.port, to.ip, () => {})
    }
    this.#sent += messages.length
  }

  close(): void {
    this.#to?.socket.close()
    this.#to = undefined
  }
}

async function resolved({ host, port }: HomerAddress) {
  const { address, family } = await lookup(host)
  return { ip: address, family, port }
}
