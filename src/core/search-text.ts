// The possible meanings of a text in the search of the console.

export interface SearchText {
  readonly text: string
  /** The digits of a number or of a prefix, without the marks that people write into it. */
  readonly digits: string | undefined
  /** A call ID of the switch; no number is as long. */
  readonly call_id: string | undefined
  /** An address or its beginning, without the port that logs write behind it. */
  readonly address: string | undefined
}

const CALL_ID = /^\d{16,19}$/
const CALL_ID_END = 2n ** 63n
const NUMBER = /^\+?[\d ()./-]*\d[\d ()./-]*$/
const IPV4 = /^(\d{1,3}(?:\.\d{0,3}){1,3})(?::\d{1,5})?$/
const IPV6 = /^\[?([\da-f]{0,4}:[\da-f:.]*)\]?(?::\d{1,5})?$/i

export function readSearchText(typed: string): SearchText {
  const text = typed.trim()
  const address = IPV4.exec(text)?.[1] ?? IPV6.exec(text)?.[1]
  const isNumber = NUMBER.test(text) && address === undefined
  const digits = isNumber ? text.replace(/\D/g, '').replace(/^00/, '') : ''
  const isCall = CALL_ID.test(text) && BigInt(text) < CALL_ID_END
  return {
    text,
    digits: /^\d{1,15}$/.test(digits) ? digits : undefined,
    call_id: isCall ? text : undefined,
    address,
  }
}
