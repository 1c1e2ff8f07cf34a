// Secrets of a SIP message, each replaced by as many asterisks: the length of the message and of
// its body stays true.

const PROOFS = /^(?:(?:proxy-)?authorization|(?:www|proxy)-authenticate)[ \t]*:/i
const INFOS = /^(?:proxy-)?authentication-info[ \t]*:/i
/** A challenge, a proof, and what the other side answers to it (RFC 7616). */
const DIGEST_SECRETS =
  /\b(response|(?:c|next)?nonce|rspauth)(\s{0,9}=\s{0,9})("(?:[^"\\]|\\.)*"?|[^\s,"]+)/gis
const SCHEME = /^[^:]*:[ \t\r\n]*([A-Za-z0-9-]*)[ \t\r\n]*/
/** Keys of media; a fingerprint is no secret. */
const MEDIA_KEYS: readonly (readonly [line: RegExp, secret: RegExp])[] = [
  [/^a=crypto:/i, /(inline:)[^|\s;]*/gi],
  [/^a=key-mgmt:/i, /^(a=key-mgmt:)[^\r]*/i],
  [/^a=ice-pwd:/i, /^(a=ice-pwd:)[^\r]*/i],
  [/^k=/i, /^(k=)[^\r]*/i],
]
/** A password in a URI (RFC 3261 §19.1.1). */
const URI_PASSWORD = /(\bsips?:[^\s@:;<>"]{0,128}:)([^\s@<>"]{1,128})(?=@)/gi

const asterisks = (text: string): string => '*'.repeat(text.length)

/** `text` has a character for each byte. */
export function maskSecrets(text: string): string {
  const lines = text.split('\n')
  const masked: string[] = []
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] ?? ''
    if (PROOFS.test(line) || INFOS.test(line)) {
      // A header is folded where the next line begins with a space.
      while (/^[ \t]/.test(lines[at + 1] ?? '')) {
        at += 1
        line += `\n${lines[at]}`
      }
      masked.push(maskProof(line))
    } else masked.push(maskMediaKeys(line))
  }
  return masked.join('\n').replace(URI_PASSWORD, (_, before, secret) => before + asterisks(secret))
}

function maskProof(header: string): string {
  const [before = '', scheme = ''] = SCHEME.exec(header) ?? []
  // The headers of the second kind have no scheme.
  if (/^digest$/i.test(scheme) || INFOS.test(header)) {
    return header.replace(
      DIGEST_SECRETS,
      (_, name, is, value: string) => name + is + maskQuoted(value),
    )
  }
  const rest = header.slice(before.length)
  return before + rest.replace(/[^\s]+/g, asterisks)
}

const maskQuoted = (value: string): string => value.replace(/[^"\s]+/g, asterisks)

function maskMediaKeys(line: string): string {
  const [, secret] = MEDIA_KEYS.find(([kind]) => kind.test(line)) ?? []
  if (!secret) return line
  return line.replace(secret, (found, before: string) => {
    return before + asterisks(found.slice(before.length))
  })
}
