// A SIP message as it was on the wire. It is untrusted: every text can be read, nothing throws, and
// all that is taken from it has a limit.
import { cutText } from '../cut-text.ts'

/** The name of a header, and the rest of its line with the colon; a continuation has no name. */
interface HeadLine {
  readonly name: string
  readonly rest: string
}

interface MessageParts {
  readonly start: string
  readonly head: readonly HeadLine[]
  readonly body: string
}

interface MessageSummary {
  readonly is_request: boolean
  /** The method of a request, code and reason of a response. */
  readonly summary: string
  readonly cseq: string
}

const HEAD_LINES_MAX = 300
const SUMMARY_MAX = 60
const CSEQ_MAX = 40
const NOT_SIP = 'Not SIP'

/** All after the last line that fits is the body. */
export function splitMessage(text: string): MessageParts {
  const first = lineAt(text, 0)
  const head: HeadLine[] = []
  let { next } = first
  while (next < text.length && head.length < HEAD_LINES_MAX) {
    const line = lineAt(text, next)
    next = line.next
    if (line.text === '') break
    head.push(headLine(line.text))
  }
  return { start: first.text, head, body: text.slice(next) }
}

/** Some send line feeds alone. */
function lineAt(text: string, from: number): { readonly text: string; readonly next: number } {
  const end = text.indexOf('\n', from)
  if (end < 0) return { text: text.slice(from), next: text.length }
  const last = text[end - 1] === '\r' && end > from ? end - 1 : end
  return { text: text.slice(from, last), next: end + 1 }
}

function headLine(line: string): HeadLine {
  const colon = line.indexOf(':')
  const isContinued = line.startsWith(' ') || line.startsWith('\t')
  if (colon < 1 || isContinued) return { name: '', rest: line }
  return { name: line.slice(0, colon), rest: line.slice(colon) }
}

const METHOD = /^([A-Z][A-Za-z0-9.!%*_+`'~-]{0,30}) \S/
const STATUS = /^SIP\/\d\.\d ([1-6]\d\d)(?: |$)/

export function summariseMessage(text: string): MessageSummary {
  const { start, head } = splitMessage(text)
  const cseq = cutText(headerValue(head, 'cseq').replace(/\s+/g, ' '), CSEQ_MAX)
  const code = STATUS.exec(start)?.[1]
  if (code !== undefined) {
    const reason = start.slice(start.indexOf(code) + 4).trim()
    return { is_request: false, summary: cutText(`${code} ${reason}`.trim(), SUMMARY_MAX), cseq }
  }
  return { is_request: true, summary: METHOD.exec(start)?.[1] ?? NOT_SIP, cseq }
}

function headerValue(head: readonly HeadLine[], wanted: string): string {
  const line = head.find(({ name }) => name.trim().toLowerCase() === wanted)
  return line ? line.rest.slice(1).trim() : ''
}
