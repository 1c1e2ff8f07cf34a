// The logo as a file, without a login. Not an endpoint of the contract, because it is not JSON.
import type { FastifyInstance } from 'fastify'
import { findLogo } from '#db/console/logo.ts'
import type { Database } from '#db/database.ts'
import { Problem } from '../http/problem.ts'

export const LOGO_PATH = '/api/logo/'

export function serveLogo(app: FastifyInstance, database: Database): void {
  app.get<{ Params: { hash: string } }>(`${LOGO_PATH}:hash`, async (request, reply) => {
    const logo = await findLogo(database, request.params.hash)
    if (!logo) throw new Problem('not-found')
    // The type is the one that its bytes had when it was uploaded; helmet adds nosniff. Another
    // logo has another address.
    return reply
      .type(logo.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(logo.bytes)
  })
}
