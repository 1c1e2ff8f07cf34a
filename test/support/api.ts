// The API on a database of its own, spoken to as the console does: by the contract, with both
// halves of a session and the anti-forgery token. Time passes only when a test says so.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import { z } from 'zod'
import { buildServer, type ServerOptions } from '#api/server.ts'
import { makePasswords } from '#api/sign-in/password.ts'
import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts'
import type { ProblemAnswer } from '#contract/problem.ts'
import type { Clock as CoreClock } from '#core/time/clock.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { insertUser } from '#db/people/users.ts'
import type { Signal } from '#db/signals.ts'
import { finishDrafts } from '#jobs/invoices/make-lines.ts'
import { makePriceNotifications } from '#jobs/price-notifications/make-price-notifications.ts'
import { readHeads } from '#jobs/uploads/read-heads.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { PASSWORD } from './password.ts'
import { secretKeys } from './secret-keys.ts'
import { startTestJobs } from './test-jobs.ts'

export { PASSWORD }

/** Where endpoints-answered.ts looks after the run. */
const ANSWERED_FOLDER = inject('answered_folder')

/** Leaves behind which endpoints have answered, and not only refused. */
function noteAnswers(app: FastifyInstance): void {
  if (!ANSWERED_FOLDER) return
  const calls = new Set<string>()
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    if (statusCode < 300) calls.add(`${method} ${routeOptions.url}\n`)
  })
  app.addHook('onClose', () => writeFile(join(ANSWERED_FOLDER, randomUUID()), [...calls].join('')))
}

/**
 * Does what requests wait for as the jobs do, from the first such request on. Answers a function
 * that stops it.
 */
function doAwaitedJobs(app: FastifyInstance, url: string, clock: CoreClock): () => Promise<void> {
  const jobs = [
    {
      name: 'uploaded files',
      every_ms: 1000,
      isWokenBy: ({ changed }: Signal) => changed === 'file_reading',
      work: () => readHeads(url),
    },
    {
      name: 'lines of invoices',
      every_ms: 600_000,
      isWokenBy: ({ changed }: Signal) => changed === 'invoice',
      work: finishDrafts,
    },
    {
      name: 'price notifications',
      every_ms: 600_000,
      isWokenBy: ({ changed }: Signal) => changed === 'price_notification',
      work: makePriceNotifications,
    },
  ]
  let started: Promise<() => Promise<void>> | undefined
  app.addHook('onRequest', async ({ method, url: path }) => {
    if (method === 'POST' && /imports|reconciliations|invoices|price-notifications/.test(path)) {
      started ??= startTestJobs({ url, jobs, clock })
      await started
    }
  })
  return async () => (await started)?.()
}

const PASSWORD_HASH = makePasswords().hash(PASSWORD)

export interface Clock {
  now: number
}

export interface TestApi {
  readonly app: FastifyInstance
  /** As its owner, who may do anything. */
  readonly database: Database
  /** With the rights that the API has in the product. */
  readonly api_database: Database
  readonly url: string
  /** As the API connects, with the rights that it has in the product. */
  readonly api_url: string
  /** As the engine connects, with the rights that it has in the product. */
  readonly engine_url: string
  /** As the jobs connect, with the rights that they have in the product. */
  readonly jobs_url: string
  readonly clock: Clock
  /** The admin, signed in. */
  readonly admin: Session
  signIn(username: string, user_type: 'ADMIN' | 'RESELLER' | 'CLIENT'): Promise<Session>
  close(): Promise<void>
}

/** The answer: the status, and the body as the contract reads it. */
export interface Answer<T> {
  readonly status: number
  readonly data: T
  readonly problem: ProblemAnswer
  readonly page: {
    next_cursor: string | null
    total: number
    total_is_exact: boolean
    sort: string
  }
  readonly response: LightMyRequestResponse
}

export interface Session {
  readonly headers: Readonly<Record<string, string>>
  call<const E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<Answer<AnswerOf<E>>>
  send(request: InjectOptions): Promise<LightMyRequestResponse>
}

/** The path with its parameters and its query, as the console writes it. */
function urlOf(endpoint: Endpoint, call: { params?: unknown; query?: unknown }): string {
  const params = (call.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(query.map(([k, v]) => [k, String(v)]))}`
}

/** As it looks on the wire; what the contract refuses goes as it is, for the server to refuse. */
function bodyOf(schema: z.core.$ZodType, body: unknown): object {
  const encoded = z.safeEncode(schema, body)
  return (encoded.success ? encoded.data : body) as object
}

export function sessionOf(app: FastifyInstance, headers: Record<string, string>): Session {
  const send = (request: InjectOptions) =>
    app.inject({ ...request, headers: { ...headers, ...request.headers } })
  return {
    headers,
    send,
    async call(endpoint, call) {
      const response = await send({
        method: endpoint.method,
        url: urlOf(endpoint, call),
        ...(endpoint.body && { payload: bodyOf(endpoint.body, call.body) }),
      })
      const isJson = String(response.headers['content-type']).includes('json')
      const body = isJson ? response.json() : {}
      const isData = response.statusCode < 300 && endpoint.answer
      return {
        status: response.statusCode,
        data: isData ? z.decode(isData, body.data) : undefined,
        problem: body,
        page: body.page,
        response,
      } as never
    },
  }
}

/** A login of the admin, or of the user with other values in the form. */
export const loginOf = (change: object = {}, request: InjectOptions = {}): InjectOptions => {
  const form = { username: 'admin', password: PASSWORD, user_type: 'ADMIN', captcha: null }
  const payload = { ...form, remember: false, ...change }
  return { method: 'POST', url: '/api/login', ...request, payload }
}

/** The headers with which a browser continues after this answer to a login. */
export function headersAfter(login: LightMyRequestResponse): Record<string, string> {
  const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))
  return {
    authorization: `Bearer ${login.json().data.token}`,
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
    'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '',
  }
}

/** `consoleFolder` holds the built console, for tests that look at its screens. */
export async function startApi(
  consoleFolder?: string,
  options: Partial<ServerOptions> = {},
  opened: FreshDatabase | undefined = undefined,
): Promise<TestApi> {
  const { url, urls, database, close } = opened ?? (await freshDatabase())
  // With the rights that it has in the product; the test itself may do anything.
  const restricted = openDatabase(urls.api, 'api')
  const sessionDatabase = openDatabase(urls.api, 'api sessions', 3)
  // PostgreSQL writes no zero at the end of a time, toISOString() does.
  const clock: Clock = { now: Math.floor(Date.now() / 10) * 10 + 1 }
  const ownClock = { now_ms: () => clock.now, monotonic_ms: () => clock.now }
  const app = await buildServer({
    database: restricted,
    sessionDatabase,
    sessionKey: 'a key for tests that is long enough',
    secretKeys,
    consoleFolder,
    clock: ownClock,
    ...options,
  })
  noteAnswers(app)
  const stopJobs = doAwaitedJobs(app, urls.jobs, ownClock)
  const password_hash = await PASSWORD_HASH
  await database.transaction().execute((tx) =>
    insertUser(tx, {
      username: 'admin',
      password_hash,
      type: 'ADMIN',
      account_id: null,
      status: 'active',
      has_all_rights: true,
    }),
  )
  async function signIn(username: string, user_type: 'ADMIN' | 'RESELLER' | 'CLIENT') {
    const login = await app.inject(loginOf({ username, user_type }))
    if (login.statusCode !== 200) throw new Error(`${username} cannot sign in: ${login.body}`)
    return sessionOf(app, headersAfter(login))
  }
  return {
    app,
    database,
    api_database: restricted,
    url,
    api_url: urls.api,
    engine_url: urls.engine,
    jobs_url: urls.jobs,
    clock,
    admin: await signIn('admin', 'ADMIN'),
    signIn,
    async close() {
      await app.close()
      await stopJobs()
      await sessionDatabase.destroy()
      await restricted.destroy()
      await close()
    },
  }
}

/** The API of a test file: there from the first hook of the file on, and closed after its last. */
export function apiForFile(options: Partial<ServerOptions> = {}): TestApi {
  const api = {} as TestApi
  beforeAll(async () => {
    Object.assign(api, await startApi(undefined, options))
  })
  afterAll(() => api.close())
  return api
}
