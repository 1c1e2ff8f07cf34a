// The built console as static files. Its routes live in the browser, so every path that is neither
// a file nor the API's answers its one page.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from './problem.ts'
import { randomText } from './random.ts'

const PAGE = 'index.html'
/** Where the build wants the nonce by which the component kit may write style elements. */
const NONCE_PLACE = /STYLE_NONCE/g
const NONCE_BYTES = 16

/**
 * Everything is loaded from our own files, and the component kit writes style elements with the
 * nonce. The only page that a frame may have is that of a mail, notifications/delivery-page.ts: all
 * others refuse it. Text becomes markup or the address of a script only by the policies that
 * web/setup.ts and web/alerts/sanitise.ts make; a name may be taken once.
 */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}' 'self'`,
    "img-src 'self' data:",
    "font-src 'self'",
    // A recording is fetched with the bearer, and played from memory.
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default alert-markup',
  ].join(';')

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomText(NONCE_BYTES)
  return reply
    .header('content-security-policy', policyWith(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replace(NONCE_PLACE, nonce))
}

export async function serveConsole(app: FastifyInstance, folder?: string): Promise<void> {
  const page = folder && (await readFile(join(folder, PAGE), 'utf8').catch(() => undefined))
  if (folder && page) {
    for (const url of ['/', `/${PAGE}`]) {
      app.route({ method: ['GET', 'HEAD'], url, handler: (_, reply) => sendPage(reply, page) })
    }
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      cacheControl: false,
      // The build leaves each file also as .br and .gz.
      preCompressed: true,
      setHeaders: (response, path) => {
        // Names of built files contain a hash.
        const isHashed = path.startsWith(join(folder, 'assets'))
        const cache = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
        response.header('cache-control', cache)
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    // A built file that is gone must fail as such, or an old page would run the new one as a
    // script. HEAD is what uptime monitors send.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && !/^\/(api|assets)\//.test(request.url)
    if (isPage && page) return sendPage(reply, page)
    throw new Problem('not-found')
  })
}
