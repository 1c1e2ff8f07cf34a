// The little of a SIP message by which it finds its call.

export interface SipHead {
  readonly sip_call_id: string
  readonly cseq: number
  readonly method: string
  /** 0 for a request. */
  readonly sip_code: number
}

/** No byte that a text of the database cannot hold. */
const CALL_ID = /^(?:call-id|i)[ \t]*:[ \t]*([!-~\xa0-\xff]{1,256})[ \t\r]*$/i
const CSEQ = /^cseq[ \t]*:[ \t]*(\d{1,10})[ \t]+([A-Za-z]{1,32})[ \t\r]*$/i
const REQUEST = /^[A-Z]{1,32} \S+ SIP\/2\.0\r?$/i
const REPLY = /^SIP\/2\.0 ([1-6]\d\d)(?: |\r?$)/i
/** More lines than the head of a message has. */
const LINES_MAX = 200

/** Undefined without a Call-ID or a CSeq. `text` has a character for each byte. */
export function readSip(text: string): SipHead | undefined {
  const [first = '', ...lines] = text.split('\n', LINES_MAX)
  const reply = REPLY.exec(first)
  if (!reply && !REQUEST.test(first)) return undefined
  let sip_call_id: string | undefined
  let cseq: RegExpExecArray | null = null
  for (const line of lines) {
    if (line === '' || line === '\r') break
    sip_call_id ??= CALL_ID.exec(line)?.[1]
    cseq ??= CSEQ.exec(line)
  }
  if (sip_call_id === undefined || !cseq) return undefined
  return {
    sip_call_id,
    cseq: Number(cseq[1]),
    method: (cseq[2] ?? '').toUpperCase(),
    sip_code: Number(reply?.[1] ?? 0),
  }
}

/** Whether one answers the other: a reply its request, 487 a CANCEL, or an ACK the final reply. */
export function answers(one: SipHead, other: SipHead): boolean {
  if (one.sip_call_id !== other.sip_call_id || one.cseq !== other.cseq) return false
  const isOfCancel = other.method === 'CANCEL' && one.method === 'INVITE'
  if (one.sip_code === 487 && other.sip_code === 0 && isOfCancel) return true
  if (one.sip_code > 0) return other.sip_code === 0 && one.method === other.method
  return one.method === 'ACK' && other.method === 'INVITE' && other.sip_code >= 200
}

/** Whether one is the final reply to a request, and the other a provisional one. */
export function isFinalAfter(one: SipHead, other: SipHead): boolean {
  const isOfOne = one.sip_call_id === other.sip_call_id && one.cseq === other.cseq
  const isOrdered = one.sip_code >= 200 && other.sip_code > 0 && other.sip_code < 200
  return isOfOne && one.method === other.method && isOrdered
}
