// The HTML of a mail as a page of its own, which the delivery log shows in a frame: the policy of
// the console forbids the styles of mails. A frame without rights sends no bearer token, so the
// page is opened by a token in its address: for one delivery, and for as long as a frame needs to
// load. Not an endpoint of the contract, because it is no JSON.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#core/time/clock.ts'
import type { Database } from '#db/database.ts'
import { findDelivery } from '#db/notifications/delivery-log.ts'
import { EVERYTHING } from '#db/scope.ts'
import { isSignature, signature } from '#db/secrets/signatures.ts'

const VALID_MS = 60_000
/** Its own styles and images that it contains, and no script, form, popup or origin. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox',
  "frame-ancestors 'self'",
].join('; ')
/**
 * In a sandbox without popups a link to a new tab leads nowhere; any other one would replace the
 * mail in its frame. The first such element counts, wherever it is.
 */
const DEAD_LINKS = '<base target="_blank">'

const EXPIRED = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mail</title></head>
<body><p>This page was valid for a minute. Open the mail in the delivery log again.</p></body>
</html>
`

interface Right {
  /** The delivery. */
  readonly id: string
  /** The user who may see it. */
  readonly user_id: string
  readonly expires_ms: string
}

const KIND = 'delivery page'

const fieldsOf = ({ id, user_id, expires_ms }: Right) => [id, user_id, expires_ms]

/** To be called only for a user who may see the delivery. */
export function deliveryPageUrl(
  sessionKey: string,
  { id, user_id }: { readonly id: number; readonly user_id: number },
  now_ms: number,
): string {
  const right = { id: `${id}`, user_id: `${user_id}`, expires_ms: `${now_ms + VALID_MS}` }
  const signed = signature(KIND, sessionKey, fieldsOf(right)).toString('base64url')
  const token = `${right.user_id}.${right.expires_ms}.${signed}`
  return `/api/notification-deliveries/${id}/page?token=${token}`
}

function mayOpen(sessionKey: string, id: string, token: unknown, now_ms: number): boolean {
  if (typeof token !== 'string') return false
  const [user_id = '', expires_ms = '', signed = ''] = token.split('.')
  const given = Buffer.from(signed, 'base64url')
  const isOurs = isSignature(given, KIND, sessionKey, fieldsOf({ id, user_id, expires_ms }))
  return isOurs && now_ms < Number(expires_ms)
}

const send = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    // With another one, browsers show no page that is in a sandbox outside of a frame.
    .header('cross-origin-opener-policy', 'unsafe-none')
    .header('referrer-policy', 'no-referrer')
    .send(html)

interface Place {
  readonly database: Database
  readonly sessionKey: string
  readonly clock: Clock
}

export function serveDeliveryPage(
  app: FastifyInstance,
  { database, sessionKey, clock }: Place,
): void {
  const path = '/api/notification-deliveries/:id/page'
  app.get<{ Params: { id: string } }>(path, async ({ params: { id }, query }, reply) => {
    const { token } = query as { token?: unknown }
    if (!mayOpen(sessionKey, id, token, clock.now_ms())) return send(reply, 404, EXPIRED)
    // The scope of the user was checked when the token was made.
    const delivery = await findDelivery(database, EVERYTHING, Number(id))
    return delivery ? send(reply, 200, delivery.body_html + DEAD_LINKS) : send(reply, 404, EXPIRED)
  })
}
