// The user part of a SIP or tel URI -> the number or name that it means.

/** As much as a record keeps; a number has 15 digits (E.164 §6.2.1). */
const LENGTH_MAX = 64

/** Signs that are for the eye only (RFC 3966 §5.1.1). */
const SEPARATORS = /[-.()]/g
/** Digits in groups; shorter ones may be the name of a SIP user. */
const GROUPED = /^\(?\d[\d().-]{6,}$/

/**
 * `%31` is `1` (RFC 3986 §2.3). A number is written without separators, a name keeps them.
 * Parameters are removed: number portability data (`npdi`, `rn`, RFC 4694) does not route the call.
 * The context of a local number is put before it (RFC 3966 §5.1.5) if it is digits; a domain stays,
 * because without it the number would be taken for an international one.
 */
export function plainUser(user: string): string {
  const [escaped = '', ...parameters] = user.split(';')
  const plain = unescaped(escaped).replace(/\p{Cc}/gu, '')
  const isNumber = plain.startsWith('+') || GROUPED.test(plain)
  const number = isNumber ? plain.replace(SEPARATORS, '') : plain
  if (plain.startsWith('+')) return number.slice(0, LENGTH_MAX)
  const [context] = parameters.filter((one) => /^phone-context=/i.test(one)).map(unescaped)
  const [, digits] = /^phone-context=(\+[\d().-]+)$/i.exec(context ?? '') ?? []
  if (digits && /^\d/.test(number)) {
    return `${digits.replace(SEPARATORS, '')}${number}`.slice(0, LENGTH_MAX)
  }
  return [number, ...(context ? [context] : [])].join(';').slice(0, LENGTH_MAX)
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not an escape, or not UTF-8: no number either.
    return text
  }
}

/** The user of the first SIP or tel URI of a header, with its parameters; empty without one. */
export function headerUser(header: string): string {
  const [, user, number] = /sips?:([^@>,\s]{1,128})@|tel:([^>,\s]{1,128})/i.exec(header) ?? []
  return plainUser(user ?? number ?? '')
}
