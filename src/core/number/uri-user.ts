// The user part of a SIP or tel URI -> the number or name that it means.

/** As much as a record keeps; a number has 15 digits (E.164 §6.2.1). */
const LENGTH_MAX = 64

/**
 * `%31` is `1` (RFC 3986 §2.3), and the separators of a global number have no meaning (RFC 3966
 * §5.1.1). Names keep theirs. Parameters are removed: number portability data (`npdi`, `rn`, RFC
 * 4694) does not route the call. Only a local number keeps its context: without it, it would be
 * taken for an international one.
 */
export function plainUser(user: string): string {
  const [escaped = '', ...parameters] = user.split(';')
  const plain = unescaped(escaped).replace(/\p{Cc}/gu, '')
  if (plain.startsWith('+')) return plain.replace(/[-.()]/g, '').slice(0, LENGTH_MAX)
  const context = parameters.filter((one) => /^phone-context=/i.test(one))
  return [plain, ...context].join(';').slice(0, LENGTH_MAX)
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not an escape, or not UTF-8: no number either.
    return text
  }
}

/** The user of the first SIP or tel URI of a header; empty without one. */
export function headerUser(header: string): string {
  return plainUser(/(?:sips?|tel):([^@;>,\s]{1,64})/i.exec(header)?.[1] ?? '')
}
