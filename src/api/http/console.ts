// The built console as static files. Its routes live in the browser, so every path that is neither
// a file nor the API's answers its one page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

const PAGE = 'index.html'

export async function serveConsole(app: FastifyInstance, folder?: string): Promise<void> {
  const hasConsole = folder !== undefined && existsSync(join(folder, PAGE))
  if (hasConsole) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      // The build leaves each file also as .br and .gz.
      preCompressed: true,
      setHeaders: (response, path) => {
        // Names of built files contain a hash; the page itself must be requested again.
        const isHashed = path.startsWith(join(folder, 'assets'))
        const cache = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
        response.header('cache-control', cache)
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    // A built file that is gone must fail as such, or an old page would run the new one as a
    // script.
    // HEAD is what uptime monitors send.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && !/^\/(api|assets)\//.test(request.url)
    if (isPage && hasConsole) return reply.sendFile(PAGE)
    throw new Problem('not-found')
  })
}
