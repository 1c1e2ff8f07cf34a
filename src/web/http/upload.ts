// Sends a file as it is. fetch does not report how much of a body has been sent; this does.
import { z } from 'zod'
import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts'
import { ApiError, errorOf } from './api-error.ts'
import { headersOf, NO_ANSWER, urlOf } from './client.ts'

const envelope = z.object({ data: z.unknown() })

/** `onProgress` gets the share that has been sent, from 0 to 1. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  file: File,
  onProgress: (share: number) => void,
): Promise<AnswerOf<E>> {
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, urlOf(endpoint, call))
    const headers = headersOf()
    headers.set('content-type', 'application/octet-stream')
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.response, { status: request.status }))
    request.onerror = () => reject(new ApiError(0, NO_ANSWER, {}))
    request.send(file)
  })
  if (!response.ok) throw await errorOf(response)
  const { data } = envelope.parse(await response.json())
  return z.decode(endpoint.answer ?? z.never(), data as never) as AnswerOf<E>
}
