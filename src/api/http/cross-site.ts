// Requests that change something must come from our own console. Checked are Sec-Fetch-Site, then
// Origin, then a token that only our own pages can read and send back.
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignature, signature } from '#db/secrets/signatures.ts'
import { Problem } from './problem.ts'
import { randomText } from './random.ts'

const KIND = 'anti-forgery token'

export function setXsrfCookie(
  reply: FastifyReply,
  sessionKey: string,
  session_id: number,
  options: CookieSerializeOptions,
): void {
  const random = randomText(16)
  const signed = signature(KIND, sessionKey, [session_id, random]).toString('base64url')
  reply.setCookie('XSRF-TOKEN', `${random}.${signed}`, options)
}

/** For all requests, signed in or not: a login from a foreign page is an attack too. */
export function refuseForeignSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new Problem('cross-site')
  }
  const { origin } = request.headers
  // The host only: behind a proxy that ends TLS, we may not know our own scheme.
  if (origin !== undefined && hostOf(origin) !== request.headers.host)
    throw new Problem('cross-site')
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/** For signed-in users: the header must equal the cookie, which is signed for this session. */
export function refuseWithoutXsrfToken(
  request: FastifyRequest,
  sessionKey: string,
  session_id: number,
): void {
  const token = request.headers['x-xsrf-token']
  if (typeof token !== 'string' || token !== request.cookies['XSRF-TOKEN']) {
    throw new Problem('cross-site')
  }
  const [random = '', signed = ''] = token.split('.')
  const given = Buffer.from(signed, 'base64url')
  if (!isSignature(given, KIND, sessionKey, [session_id, random])) throw new Problem('cross-site')
}
