// A phone by hand: it sends what a test wants, and proves its password as RFC 2617 says.
import { createHash, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The machine may be busy with other tests. */
const PATIENCE_MS = 60_000

export type Phone = {
  readonly address: string
  readonly port: number
  /** Sends the request (lines without \r) and answers the first final reply, or '' in vain. */
  ask(request: string): Promise<string>
  close(): Promise<void>
}

export async function openPhone(address: string, to: string, port = 5060): Promise<Phone> {
  const socket = createSocket('udp4')
  socket.bind(port, address)
  await once(socket, 'listening')
  // A crowd may wait for its replies.
  socket.setMaxListeners(100)
  return {
    address,
    port: socket.address().port,
    async ask(request) {
      const { promise, resolve } = Promise.withResolvers<string>()
      const timer = setTimeout(() => resolve(''), PATIENCE_MS)
      const branch = /branch=([^;\s]+)/.exec(request)?.[1] ?? ''
      const hear = (bytes: Buffer) => {
        const reply = bytes.toString('utf8')
        if (/^SIP\/2\.0 [2-6]/.test(reply) && reply.includes(branch)) resolve(reply)
      }
      socket.on('message', hear)
      socket.send(request.replaceAll('\n', '\r\n'), 5060, to)
      return promise.finally(() => {
        clearTimeout(timer)
        socket.off('message', hear)
      })
    },
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

export type Registering = {
  readonly username: string
  readonly password: string
  /** Whose registration it shall be; the user's own unless given. */
  readonly aor?: string
  readonly contact?: string
  /** After the address of the contact: `;expires=60`. */
  readonly parameters?: string
  readonly expires?: number
  readonly headers?: readonly string[]
}

let calls = 0

/** Sends a request, gets the challenge and sends it again; answers both replies. */
export async function register(
  phone: Phone,
  switchAddress: string,
  wanted: Registering,
): Promise<{ first: string; last: string }> {
  calls += 1
  const call_id = `register-${process.pid}-${calls}`
  const first = await phone.ask(registerRequest(phone, switchAddress, wanted, { call_id, cseq: 1 }))
  const uri = `sip:${switchAddress}`
  const proof = authorization(first, { ...wanted, method: 'REGISTER', uri })
  const last = await phone.ask(
    registerRequest(phone, switchAddress, wanted, { call_id, cseq: 2, proof }),
  )
  return { first, last }
}

export function registerRequest(
  phone: Phone,
  switchAddress: string,
  { username, aor = username, contact, parameters = '', expires, headers = [] }: Registering,
  part: { readonly call_id: string; readonly cseq: number; readonly proof?: string },
): string {
  const { address, port } = phone
  const place = contact ?? `<sip:${username}@${address}:${port}>`
  const branch = `z9hG4bK${part.call_id}-${part.cseq}-${Math.random().toString(36).slice(2)}`
  return [
    `REGISTER sip:${switchAddress} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:${port};rport;branch=${branch}`,
    `From: <sip:${aor}@${switchAddress}>;tag=${part.call_id}`,
    `To: <sip:${aor}@${switchAddress}>`,
    `Call-ID: ${part.call_id}`,
    `CSeq: ${part.cseq} REGISTER`,
    `Contact: ${place}${parameters}`,
    ...(expires === undefined ? [] : [`Expires: ${expires}`]),
    'Max-Forwards: 70',
    'User-Agent: test phone',
    ...(part.proof ? [part.proof] : []),
    ...headers,
    'Content-Length: 0\n\n',
  ].join('\n')
}

export type Proving = {
  readonly username: string
  readonly password: string
  readonly method: string
  readonly uri: string
  readonly nonce_count?: number
  /** False answers as before RFC 2617, without a count. */
  readonly qop?: false
}

/** The header that answers the challenge in `reply`. */
export function authorization(reply: string, by: Proving): string {
  const challenge = /^(WWW|Proxy)-Authenticate: Digest (.*)$/m.exec(reply)
  const [, who, parameters = ''] = challenge ?? []
  const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(parameters)?.[1] ?? ''
  const [realm, nonce] = [value('realm'), value('nonce')]
  const nc = String(by.nonce_count ?? 1).padStart(8, '0')
  const cnonce = randomBytes(4).toString('hex')
  const ha1 = md5(`${by.username}:${realm}:${by.password}`)
  const ha2 = md5(`${by.method}:${by.uri}`)
  const middle = by.qop === false ? nonce : `${nonce}:${nc}:${cnonce}:auth`
  const response = md5(`${ha1}:${middle}:${ha2}`)
  const count = by.qop === false ? '' : `, qop=auth, nc=${nc}, cnonce="${cnonce}"`
  return (
    `${who === 'Proxy' ? 'Proxy-Authorization' : 'Authorization'}: Digest ` +
    `username="${by.username}", realm="${realm}", nonce="${nonce}", uri="${by.uri}", ` +
    `response="${response}"${count}, algorithm=MD5`
  )
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
