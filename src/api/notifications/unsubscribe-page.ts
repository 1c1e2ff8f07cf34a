// The page behind the link of a mail by which its reader stops such mails, without a login. To open
// it changes nothing, because mail programs open links; its button, and the one click of a mail
// program by RFC 8058, do. Not an endpoint of the contract, because it is no JSON.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '#core/escape-html.ts'
import { TOPIC_FACTS } from '#core/notification/topic-facts.ts'
import type { Topic } from '#core/notification/topics.ts'
import type { Database } from '#db/database.ts'
import { insertOptOut } from '#db/notifications/opt-outs.ts'
import { type OptOut, readUnsubscribeToken } from '#db/notifications/unsubscribe-token.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'

const PATH = '/api/unsubscribe'
const BODY_MAX = 1024
/** Its own style and form, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 32rem; margin: 4rem auto; padding: 0 1rem }
button { font: inherit; padding: 0.5rem 1rem; margin: 0 0.5rem 0.5rem 0; cursor: pointer }
</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>
`

const whatOf = (topic: string): string =>
  topic === '' ? 'any notifications' : `notifications of “${TOPIC_FACTS[topic as Topic].label}”`

function ask({ address, topic }: OptOut): string {
  const one = topic === '' ? '' : `<button name="what" value="topic">Stop ${whatOf(topic)}</button>`
  return page(
    'Unsubscribe',
    `<p>Stop mails to <b>${escapeHtml(address)}</b>?</p><form method="post">${one}
<button name="what" value="all">Stop all notifications</button></form>`,
  )
}

const done = ({ address, topic }: OptOut): string =>
  page(
    'Unsubscribed',
    `<p><b>${escapeHtml(address)}</b> does not get ${whatOf(topic)} any more.</p>`,
  )

const UNKNOWN = page(
  'Unsubscribe',
  '<p>This link is not complete. Copy it from the mail again.</p>',
)

const send = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .send(html)

interface Place {
  readonly database: Database
  readonly secretKeys: SecretKeys
}

export function serveUnsubscribe(app: FastifyInstance, { database, secretKeys }: Place): void {
  const read = (query: unknown): OptOut | undefined => {
    const { token } = query as { token?: unknown }
    return typeof token === 'string' ? readUnsubscribeToken(secretKeys, token) : undefined
  }
  app.register((part, _options, registered) => {
    // The form of the page, or that of RFC 8058, which a mail program may send as multipart.
    part.removeAllContentTypeParsers()
    part.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_MAX },
      (_request, body, parsed) => parsed(null, body),
    )
    part.get(PATH, async ({ query }, reply) => {
      const optOut = read(query)
      return optOut ? send(reply, 200, ask(optOut)) : send(reply, 404, UNKNOWN)
    })
    part.post(PATH, async ({ query, body }, reply) => {
      const optOut = read(query)
      if (!optOut) return send(reply, 404, UNKNOWN)
      const isAll = typeof body === 'string' && /(^|&)what=all(&|$)/.test(body)
      const stopped = isAll ? { ...optOut, topic: '' } : optOut
      await insertOptOut(database, stopped)
      return send(reply, 200, done(stopped))
    })
    registered()
  })
}
