// The brand that a page shows before the login: that of the domain at which it was opened.
import type { FastifyInstance } from 'fastify'
import { type Brand, domainOfHost, inheritBrand } from '#core/account/brand.ts'
import { listBrandsOfDomain } from '#db/accounts/brands.ts'
import type { Database } from '#db/database.ts'
import { sendImage } from './logo.ts'

/**
 * The brand of the Host header, which anyone may write: what is no domain reaches no query, and one
 * that was not checked has no brand. Titles and images of the operator are not inherited, because
 * customers of a reseller must not see whom it buys from: without a title, it is the domain.
 */
export async function findShownBrand(
  database: Database,
  host: string | undefined,
): Promise<(Brand & { readonly title: string }) | undefined> {
  const domain = domainOfHost(host)
  const brands = domain === undefined ? [] : await listBrandsOfDomain(database, domain)
  if (domain === undefined || brands.length === 0) return undefined
  const brand = inheritBrand(brands)
  return { ...brand, title: brand.title ?? domain }
}

const PRODUCT_ICON = '/logo.svg'

/** The image in the tab of the browser: one address for all, since the page is the same file. */
export function serveFavicon(app: FastifyInstance, database: Database): void {
  app.get('/api/favicon', async (request, reply) => {
    const brand = await findShownBrand(database, request.headers.host)
    if (!brand) return reply.redirect(PRODUCT_ICON)
    const hash = brand.favicon ?? brand.logo
    if (hash === null) return reply.code(204).send()
    return sendImage(reply, database, hash, 'no-cache')
  })
}
