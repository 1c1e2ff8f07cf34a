// Logos as files, without a login: that of the operator and those of brands. Not an endpoint of the
// contract, because it is not JSON.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Brand } from '#core/account/brand.ts'
import { findBrandImage } from '#db/accounts/brands.ts'
import { findLogo } from '#db/console/logo.ts'
import type { Database } from '#db/database.ts'
import { Problem } from '../http/problem.ts'

const LOGO_PATH = '/api/logo/'

type Images = Pick<Brand, 'logo' | 'dark_logo' | 'favicon'>

/** The hashes of images as their paths. */
export const pathsOf = ({ logo, dark_logo, favicon }: Images): Images => ({
  logo: logo && LOGO_PATH + logo,
  dark_logo: dark_logo && LOGO_PATH + dark_logo,
  favicon: favicon && LOGO_PATH + favicon,
})

/** Images of any kind; the type is the one that the bytes had when they were uploaded. */
export async function sendImage(
  reply: FastifyReply,
  database: Database,
  hash: string,
  cache: string,
): Promise<FastifyReply> {
  const image = (await findLogo(database, hash)) ?? (await findBrandImage(database, hash))
  if (!image) throw new Problem('not-found')
  // Helmet adds nosniff.
  return reply
    .type(image.type)
    .header('cache-control', cache)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(image.bytes)
}

export function serveLogo(app: FastifyInstance, database: Database): void {
  app.get<{ Params: { hash: string } }>(`${LOGO_PATH}:hash`, async (request, reply) => {
    // Another image has another address.
    const forever = 'public, max-age=31536000, immutable'
    return sendImage(reply, database, request.params.hash, forever)
  })
}
