// A browser in which a user has signed in before carries a cookie that says so, for this user and
// until the password changes. Its failed tries are counted apart, so that an attacker
// elsewhere cannot lock the user out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignature, signature } from '#db/secrets/signatures.ts'
import { randomText } from '../http/random.ts'

interface User {
  readonly id: number
  readonly password_changed_at: string
}

const YEAR_SECONDS = 365 * 24 * 3600

/** One per user, because an admin may look at a client's portal in the same browser. */
function cookieName(request: FastifyRequest, user: User): string {
  const name = `browser-${user.id}`
  return request.protocol === 'https' ? `__Host-${name}` : name
}

const KIND = 'known browser'

/** An earlier password gives no advantage. */
const fieldsOf = (user: User, random: string) => [
  user.id,
  Date.parse(user.password_changed_at),
  random,
]

/** To be called only when the user has just proved to know the password. */
export function rememberBrowser(reply: FastifyReply, sessionKey: string, user: User): void {
  const { request } = reply
  const random = randomText(16)
  const signed = signature(KIND, sessionKey, fieldsOf(user, random)).toString('base64url')
  reply.setCookie(cookieName(request, user), `${random}.${signed}`, {
    path: '/',
    sameSite: 'strict',
    secure: request.protocol === 'https',
    httpOnly: true,
    maxAge: YEAR_SECONDS,
  })
}

/** By what the browser is known for this user, or undefined. */
export function knownBrowserOf(
  request: FastifyRequest,
  sessionKey: string,
  user: User,
): string | undefined {
  const [random, signed] = request.cookies[cookieName(request, user)]?.split('.') ?? []
  if (!random || !signed) return undefined
  const given = Buffer.from(signed, 'base64url')
  return isSignature(given, KIND, sessionKey, fieldsOf(user, random))
    ? `${user.id} ${random}`
    : undefined
}
