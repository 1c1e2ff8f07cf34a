import type { ProblemAnswer, ProblemCode } from '#contract/problem.ts'
import { problemAnswer } from '#contract/problem.ts'

/** Any answer that is not 2xx, or no answer at all (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ProblemCode | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly changed: ProblemAnswer['changed']
  readonly request_id: string | undefined

  constructor(
    status: number,
    message: string,
    details: {
      code?: ProblemCode | undefined
      fields?: Record<string, string> | undefined
      changed?: ProblemAnswer['changed']
      request_id?: string | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.status = status
    this.code = details.code
    this.fields = details.fields ?? {}
    this.changed = details.changed
    this.request_id = details.request_id
  }
}

/** The calls are being read from the archive: the request is repeated until they are there. */
export const isReadingArchive = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'reading-archive'

/** The text shown is the answer's message, else the status text, else the error's own. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const problem = problemAnswer.safeParse(body)
  if (problem.success) return new ApiError(response.status, problem.data.message, problem.data)
  const message =
    typeof body === 'object' && body !== null && 'message' in body && body.message
      ? String(body.message)
      : response.statusText
  return new ApiError(response.status, message || `The server answered ${response.status}.`)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The message of the first field, if there is one: more exact than that of the whole form. */
export function fieldMessageOf(error: unknown): string {
  const [first] = error instanceof ApiError ? Object.values(error.fields) : []
  return first ?? messageOf(error)
}
