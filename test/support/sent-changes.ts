// Changes of things as their endpoints take them, sent by any user.
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Session } from './api.ts'
import { BODIES } from './foreign-things.ts'

/** The id of no thing. */
export const NONE = '987654321'

export const urlOf = ({ path }: Endpoint, ids: readonly string[]): string => {
  const rest = [...ids]
  return path.replace(/:\w+/g, () => rest.shift() ?? NONE)
}

/** The id of the request, times, and what was counted a moment ago. */
const OF_THE_MOMENT = /"request_id":"[^"]*"|"\d{4}-\d\d-\d\dT[^"]*"|"calls_per_second":[\d.]+/g

/** An answer as it is at any other moment too. */
export const withoutMoment = (body: string): string => body.replace(OF_THE_MOMENT, '""')

/** A body that is taken: what the admin reads, with another note, or that of the table. */
export async function bodyFor(admin: Session, { method, path, body }: Endpoint, url: string) {
  if (!body) return undefined
  const own = BODIES[`${method} ${path}`]
  if (own) return own()
  const found = JSON.parse((await admin.send({ url })).payload).data
  const fields = Object.keys((body as z.ZodObject).shape).filter((name) => name in found)
  const sent = Object.fromEntries(fields.map((name) => [name, found[name]]))
  return 'description' in sent || !('notes' in sent) ? sent : { ...sent, notes: 'Changed' }
}

let sent = 0
/** From one of many addresses: one alone would be slowed down. */
export async function sendChange(
  session: Session,
  endpoint: Endpoint,
  id: string | number,
  body: object | undefined,
) {
  sent += 1
  const answer = await session.send({
    method: endpoint.method,
    url: urlOf(endpoint, [String(id)]),
    remoteAddress: `198.18.2.${Math.floor(sent / 1000)}`,
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: withoutMoment(answer.body) }
}
