// The only place that calls fetch: headers, tokens and error handling of every request are here.
import { z } from 'zod'
import {
  type AnswerOf,
  ARCHIVE_HEADER,
  AS_OF_HEADER,
  type CallOf,
  type Endpoint,
  MASKED_HEADER,
} from '#contract/endpoint.ts'
import { type Page, page } from '#contract/page.ts'
import { recall } from '../storage/vault.ts'
import { ApiError, errorOf } from './api-error.ts'
import { rememberedLimit } from './remembered-limit.ts'

/** The call of any endpoint, without its types. */
interface LooseCall {
  readonly params?: Record<string, unknown> | undefined
  readonly query?: Record<string, unknown> | undefined
  readonly body?: unknown
}

export interface ListAnswer<E extends Endpoint> {
  readonly rows: AnswerOf<E>
  readonly page: Page
  /** The time of the data, if a replica that is behind has answered. */
  readonly as_of: string | undefined
  /** Days of its period that were read from the archive. */
  readonly archived_days: number
  /** Calls of its period that began before it have masked numbers. */
  readonly masked_until: string | undefined
}

/** Browsers only say "Failed to fetch". */
export const NO_ANSWER = 'The server does not respond. Check the network and try again.'

/** Set by the session: over the page, true when the call is to be tried again. */
let signInAgain: (() => Promise<boolean>) | undefined
let confirmUser: (() => Promise<boolean>) | undefined
export function onLoginRequired(handler: () => Promise<boolean>): void {
  signInAgain = handler
}

export function onConfirmationRequired(handler: () => Promise<boolean>): void {
  confirmUser = handler
}

export async function send<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  signal?: AbortSignal,
  loginRequired = signInAgain,
): Promise<AnswerOf<E>> {
  const response = await answered(endpoint, call as LooseCall, signal, loginRequired)
  if (!endpoint.answer) return undefined as AnswerOf<E>
  const { data } = envelope.parse(await response.json())
  return z.decode(endpoint.answer, data as never) as AnswerOf<E>
}

export async function sendList<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  signal?: AbortSignal,
): Promise<ListAnswer<E>> {
  const response = await answered(endpoint, call as LooseCall, signal)
  const body = envelope.extend({ page }).parse(await response.json())
  const rows = z.decode(endpoint.answer ?? z.never(), body.data as never) as AnswerOf<E>
  const { headers } = response
  return {
    ...{ rows, page: body.page, as_of: headers.get(AS_OF_HEADER) ?? undefined },
    archived_days: Number(headers.get(ARCHIVE_HEADER) ?? 0),
    masked_until: headers.get(MASKED_HEADER) ?? undefined,
  }
}

/** The export of a list, as a file. */
export async function sendForFile<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
): Promise<{ blob: Blob; name: string }> {
  const response = await answered(endpoint, call as LooseCall)
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'export'
  return { blob: await response.blob(), name }
}

const envelope = z.object({ data: z.unknown() })

async function answered(
  endpoint: Endpoint,
  call: LooseCall,
  signal?: AbortSignal,
  loginRequired = signInAgain,
) {
  const response = await once(endpoint, call, signal)
  if (response.ok) return response
  const error = await errorOf(response)
  const remedies = { 'login-required': loginRequired, 'confirmation-required': confirmUser }
  const remedy = remedies[error.code as keyof typeof remedies]
  if (!remedy || !(await remedy())) throw error
  const second = await once(endpoint, call, signal)
  if (second.ok) return second
  throw await errorOf(second)
}

export function headersOf(): Headers {
  const headers = new Headers({ accept: 'application/json' })
  const token = recall('AUTH_TOKEN')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const xsrf = cookie('XSRF-TOKEN')
  if (xsrf) headers.set('x-xsrf-token', xsrf)
  return headers
}

async function once(endpoint: Endpoint, call: LooseCall, signal?: AbortSignal): Promise<Response> {
  const headers = headersOf()
  let body: string | null = null
  if (endpoint.body) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(z.encode(endpoint.body, call.body as never))
  }
  try {
    return await fetch(urlOf(endpoint, call), {
      method: endpoint.method,
      headers,
      body,
      credentials: 'same-origin',
      signal: signal ?? null,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, NO_ANSWER, { cause })
  }
}

export function urlOf(endpoint: Endpoint, call: LooseCall): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(call.params?.[name])),
  )
  const encoded = endpoint.query ? z.encode(endpoint.query.partial(), call.query ?? {}) : {}
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(encoded)) {
    if (value !== undefined && value !== '' && name !== 'limit') search.set(name, String(value))
  }
  search.set('limit', String(call.query?.limit ?? rememberedLimit()))
  return `${path}?${search}`
}

function cookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}
