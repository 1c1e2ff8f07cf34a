// The text of an answer for a reader: a workbook unpacked, a PDF as its text, all else as it is.
import type { LightMyRequestResponse } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import { pdfPages } from './pdf-text.ts'

type Answer = Pick<LightMyRequestResponse, 'headers' | 'rawPayload' | 'body'>

export function textOfAnswer({ headers, rawPayload, body }: Answer): string {
  const type = String(headers['content-type'])
  if (type.includes('spreadsheetml')) {
    return Object.values(unzipSync(rawPayload))
      .map((part) => strFromU8(part))
      .join('\n')
  }
  if (type.includes('pdf')) return pdfPages(rawPayload).flat().join('\n')
  return body
}
