// A real SMTP server that keeps the mails it gets, read as a mail program reads them.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface MailReceiver {
  readonly port: number
  readonly mails: ParsedMail[]
  /** The answer to an address; undefined accepts it. */
  refusal: (address: string) => { readonly code: number; readonly text: string } | undefined
  /** The answer to a mail; undefined accepts it. */
  failure: () => { readonly code: number; readonly text: string } | undefined
  /** Users that have signed in, and whether the connection was encrypted. */
  readonly signedIn: { readonly user: string; readonly secure: boolean }[]
  close(): Promise<void>
}

const failed = ({ code, text }: { readonly code: number; readonly text: string }) =>
  Object.assign(new Error(text), { responseCode: code })

interface Options {
  readonly offers_tls?: boolean
  readonly password?: string
}

export async function startMailReceiver(options: Options = {}): Promise<MailReceiver> {
  const { offers_tls = true, password } = options
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: false,
    hideSTARTTLS: !offers_tls,
    disabledCommands: offers_tls ? [] : ['STARTTLS'],
    onAuth(auth, { secure }, done) {
      if (auth.password !== password) return done(failed({ code: 535, text: 'Wrong password' }))
      receiver.signedIn.push({ user: auth.username ?? '', secure })
      return done(null, { user: auth.username })
    },
    onRcptTo({ address }, _session, done) {
      const refusal = receiver.refusal(address)
      done(refusal ? failed(refusal) : null)
    },
    onData(stream, _session, done) {
      void simpleParser(stream).then((mail) => {
        const failure = receiver.failure()
        receiver.mails.push(mail)
        done(failure ? failed(failure) : null)
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const receiver: MailReceiver = {
    port: (server.server.address() as AddressInfo).port,
    mails: [],
    refusal: () => undefined,
    failure: () => undefined,
    signedIn: [],
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  return receiver
}
