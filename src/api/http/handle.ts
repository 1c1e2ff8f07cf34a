// Registers an endpoint with its handler: admit, decode, handle, encode.
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  isHeavy,
  type Needs,
  type ParamsOf,
  type QueryOf,
} from '#contract/endpoint.ts'
import { seenWith } from '#contract/field-rights.ts'
import type { ExportOptions } from '#contract/page.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { webServiceOf } from '#core/firewall/firewall-zone.ts'
import { FIELD_RIGHTS, type FieldRight } from '#core/permission/field-rights.ts'
import { exportOf } from '#core/permission/permission.ts'
import { findTopOfTree } from '#db/account-path.ts'
import type { Database } from '#db/database.ts'
import type { Listed } from '#db/paging.ts'
import { refuseBeforeSecondFactor, requireConfirmation } from '../sign-in/confirmation.ts'
import { refuseOnBehalf, refuseSecretsOnBehalf } from '../sign-in/on-behalf.ts'
import { noteRefusal } from './activity.ts'
import { sendAnswer } from './answer.ts'
import type { AppContext } from './app-context.ts'
import { type Caller, findCaller, isInSession, type SessionCaller } from './caller.ts'
import { refuseForeignSite, refuseWithoutXsrfToken } from './cross-site.ts'
import { decoderOf } from './decode.ts'
import type { PageReader } from './export/export-lines.ts'
import { sendExport } from './export.ts'
import type { FileAnswer } from './file-answer.ts'
import { limitArrival } from './limits.ts'
import { refuseMaskedSearch } from './mask-numbers.ts'
import { addressOf, type Origin, originOf } from './network.ts'
import { Problem } from './problem.ts'
import { readerOf } from './replica-reader.ts'
import type { TurnsOfServer } from './turns.ts'

export interface RequestOf<E extends Endpoint> extends AppContext {
  /** For what a read has to write, where `database` is the replica. */
  readonly primary: Database
  readonly caller: E['needs'] extends 'anyone'
    ? undefined
    : E['needs'] extends 'session'
      ? SessionCaller
      : Caller
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The body of an endpoint with `file_max`. */
  readonly file: E['file_max'] extends number ? AsyncIterable<Uint8Array> : undefined
  readonly origin: Origin
  /** For cookies; the answer itself is what the handler returns. */
  readonly reply: FastifyReply
}

export type ResultOf<E extends Endpoint> = E['list'] extends true
  ? Listed<AnswerOf<E> extends (infer Row)[] ? Row : never>
  : E['file_type'] extends string
    ? FileAnswer
    : E['answer'] extends z.core.$ZodType
      ? AnswerOf<E>
      : // biome-ignore lint/suspicious/noConfusingVoidType: nothing is answered then.
        void

export type Handler<E extends Endpoint> = (request: RequestOf<E>) => Promise<ResultOf<E>>

/** One handler per endpoint of a contract file: an absent or a surplus one does not compile. */
export type HandlersOf<Contract> = {
  readonly [K in keyof Contract as Contract[K] extends Endpoint
    ? K
    : never]: Contract[K] extends Endpoint ? Handler<Contract[K]> : never
}

/** A handler without the type of its endpoint; `registerEndpoint` combines the two. */
export type AnyHandler = (request: never) => Promise<unknown>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/** Bytes of a form. */
const BODY_LIMIT = 1024 * 1024

/** To take a list away as a file needs a permission of its own. */
export function mayExport({ needs }: Endpoint, caller: Caller): boolean {
  const needed = exportOf(needs)
  return caller.permissions.some((permission) => permission === needed)
}

const actorOf = (caller: Caller, request: FastifyRequest) => ({
  caller,
  origin: originOf(request),
})

function fulfils(caller: Caller, needs: Exclude<Needs, 'anyone'>): boolean {
  if (needs === 'signed-in') return true
  return needs === 'session' ? isInSession(caller) : caller.permissions.includes(needs)
}

type Admitted = Pick<
  Endpoint,
  'method' | 'needs' | 'passive' | 'before_second_factor' | 'confirm' | 'on_behalf' | 'secret'
> & { readonly path: string }

/** Admits callers that may use the endpoint. */
export async function admit(
  context: AppContext,
  endpoint: Admitted,
  request: FastifyRequest,
): Promise<void> {
  const isChange = endpoint.method !== 'GET'
  if (isChange) refuseForeignSite(request)
  if (endpoint.needs === 'anyone') return
  const sessions = { ...context, database: context.sessionDatabase }
  const caller = await findCaller(sessions, request, endpoint.passive === true)
  if (!caller) throw new Problem('login-required')
  await context.firewall.admit(
    addressOf(request),
    webServiceOf(caller.on_behalf_of?.own_type ?? caller.type),
  )
  // No browser sends an API token by itself.
  if (isChange && isInSession(caller)) {
    refuseWithoutXsrfToken(request, context.sessionKey, caller.session_id)
  }
  refuseOnBehalf(caller, endpoint)
  if (!fulfils(caller, endpoint.needs)) {
    await noteRefusal(sessions.database, actorOf(caller, request), endpoint, endpoint.needs)
    throw new Problem('not-allowed')
  }
  refuseBeforeSecondFactor(caller, endpoint)
  if (endpoint.confirm) requireConfirmation(caller, context.clock.now_ms())
  request.caller = caller
}

/** The endpoint as users with some field rights see it; there are few such sets. */
function viewsOf(endpoint: Endpoint) {
  const views = new Map<string, { seen: Endpoint; decode: ReturnType<typeof decoderOf> }>()
  return (rights: readonly FieldRight[]) => {
    const key = rights.join()
    const known = views.get(key)
    if (known) return known
    const seen = seenWith(endpoint, rights)
    const view = { seen, decode: decoderOf(seen) }
    views.set(key, view)
    return view
  }
}

/** Requests before a login, or as part of it, are answered while all other connections are busy. */
const contextOf = (context: AppContext, { needs, before_second_factor }: Endpoint): AppContext =>
  needs === 'anyone' || before_second_factor
    ? { ...context, database: context.sessionDatabase }
    : context

/** Takes turns as the caller, whose request waits no more once its client has gone. */
async function turnsOf(
  { turns, sessionDatabase }: AppContext,
  { user_id, own_account_id }: Caller,
  reply: FastifyReply,
): Promise<TakeTurn> {
  const gone = new AbortController()
  finished(reply.raw, () => gone.abort())
  const account_id = own_account_id ?? OPERATOR_ID
  const tree_id = await findTopOfTree(sessionDatabase, account_id)
  const holder = { user_id, account_id, tree_id }
  return (kind) => turns[kind].take(holder, gone.signal)
}

type TakeTurn = (kind: keyof TurnsOfServer) => Promise<() => void>

export function registerEndpoint(
  app: FastifyInstance,
  server: AppContext,
  endpoint: Endpoint,
  handler: AnyHandler,
): void {
  const context = contextOf(server, endpoint)
  const viewOf = viewsOf(endpoint)
  const noteWriteOf = (caller: Caller | undefined) => async () => {
    if (caller) await context.replica?.noteWrite(caller.user_id)
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Before a login, the limit of the server is enough for any form.
    ...(endpoint.needs === 'anyone' ? {} : { bodyLimit: endpoint.body_max ?? BODY_LIMIT }),
    // A file of gzip would get a header of brotli, because its bytes look compressed.
    ...(endpoint.secret || endpoint.file_type ? { compress: false } : {}),
    // Before the body is read, so that the refusal reveals nothing about the endpoint.
    onRequest: async (request) => {
      await admit(context, endpoint, request)
      if (endpoint.body_max || endpoint.file_max) limitArrival(request, context.upload_ms)
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { seen, decode } = viewOf(caller?.field_rights ?? FIELD_RIGHTS)
      const { params, query, body } = decode(request)
      const masked_digits = caller?.rights.masked_digits ?? 0
      refuseMaskedSearch(seen, query, masked_digits)
      refuseSecretsOnBehalf(caller, body)
      const origin = originOf(request)
      const file = endpoint.file_max ? (request.body ?? []) : undefined
      const { database: primary } = context
      const whole = { ...context, primary, caller, params, query, body, file, origin, reply }
      const options: ExportOptions = query ?? {}
      const format = seen.list ? options.format : undefined
      if (format && caller && !mayExport(seen, caller)) {
        await noteRefusal(context.database, { caller, origin }, seen, exportOf(seen.needs))
        throw new Problem('not-allowed')
      }
      const isExport = format !== undefined
      const isLarge = isExport || isHeavy(endpoint)
      const takeTurn = caller && isLarge ? await turnsOf(context, caller, reply) : undefined
      const endTurn = await takeTurn?.(isExport ? 'exports' : 'queries')
      const user_id = caller?.user_id
      const read = readerOf(context, endpoint, { user_id, isExport }, reply)
      if (!format || !caller || !takeTurn) {
        const run = read((database) => handler({ ...whole, database } as never)).finally(endTurn)
        const result = await (endpoint.method === 'GET' ? run : run.finally(noteWriteOf(caller)))
        return sendAnswer(reply, seen, result, masked_digits)
      }
      // Until the file is taken, or its reader has gone.
      if (endTurn) finished(reply.raw, endTurn)
      const readPage = ((paging) =>
        read((database) =>
          handler({
            ...whole,
            database,
            query: { ...query, ...paging, total: undefined },
          } as never),
        )) as PageReader
      const asked = { endpoint: seen, format, params, query: options }
      const takeStep = () => takeTurn('export_steps')
      return sendExport(reply, context, { caller, origin }, asked, { readPage, takeStep })
    },
  })
}
