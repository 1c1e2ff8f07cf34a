// One declaration per call of the API: the server validates with it, the console calls with it, the
// permission matrix and the OpenAPI document are made from it (ADR-0002).
import { z } from 'zod'
import type { Permission } from '#core/permission/permission.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: anyone; every user; every user in the console, so no API token; or users with the
 * permission.
 */
export type Needs = 'anyone' | 'signed-in' | 'session' | Permission

/** Each schema is compared with this one, and that of the core has the fewest parts to compare. */
type Schema = z.core.$ZodType

export interface Endpoint {
  readonly method: Method
  /** With `:name` for parameters, as the router writes them. */
  readonly path: `/api/${string}`
  readonly summary: string
  readonly needs: Needs
  /** Permissions that parts of the body need beside `needs`. */
  readonly may_need?: readonly Permission[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: Schema
  /** Bytes of the body, where lines of a file come in; else what a form can have. */
  readonly body_max?: number
  /** The body is a file of any type; the number is its maximum size in bytes. */
  readonly file_max?: number
  /** The answer is a file of this type, such as application/pdf. */
  readonly file_type?: string
  /** The schema of `data`; absent if the response is 204 or a file. */
  readonly answer?: Schema
  /** A list adds `page` beside `data`, and can be exported. */
  readonly list?: true
  /** The console's own polling: it must not keep a session alive. */
  readonly passive?: true
  /** Reads much: what has a range of time does so anyway (`isHeavy`). */
  readonly heavy?: true
  /** Reads history, which may be some seconds old: the replica serves it, where there is one. */
  readonly replica?: true
  /** Also for a user who must have a second factor and has none yet. */
  readonly before_second_factor?: true
  /** Needs a user who logged in, or gave password or code again, within the last minutes. */
  readonly confirm?: true
  /** Also for a user who sees the portal of another account, read-only or not. */
  readonly on_behalf?: true
  /** The answer contains a secret and is therefore not compressed (BREACH). */
  readonly secret?: true
}

/** The header of an answer from a replica more than a second behind: the time of its data. */
export const AS_OF_HEADER = 'data-as-of'

/** The header of an answer that has calls of the archive: how many days of it. */
export const ARCHIVE_HEADER = 'archived-days'

/** The header of an answer with calls whose numbers are masked: when the first others began. */
export const MASKED_HEADER = 'numbers-masked-until'

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Whether it reads what grows with the traffic, so that few of them run at once for a user. */
export const isHeavy = ({ heavy, query }: Pick<Endpoint, 'heavy' | 'query'>): boolean =>
  heavy === true || (query !== undefined && 'range' in query.shape)

type Out<T> = T extends Schema ? z.output<T> : undefined
type In<T> = T extends Schema ? z.output<T> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type AnswerOf<E extends Endpoint> = Out<E['answer']>

/** The request of a caller: only the parts that the endpoint has. */
export type CallOf<E extends Endpoint> = (E['params'] extends Schema
  ? { params: In<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends Schema ? { query?: Partial<In<E['query']>> } : { query?: undefined }) &
  (E['body'] extends Schema ? { body: In<E['body']> } : { body?: undefined })

export const idParams = z.object({
  id: z.codec(z.string().regex(/^\d{1,15}$/), z.number(), { decode: Number, encode: String }),
})
