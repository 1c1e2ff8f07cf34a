// The torture messages as octets, made of the readable ones in rfc4475.txt.
import { readFileSync } from 'node:fs'

export interface TortureMessage {
  /** Its section in RFC 4475, and its name there. */
  readonly section: string
  readonly name: string
  readonly bytes: Buffer
}

const FILE = new URL('rfc4475.txt', import.meta.url)

export function tortureMessages(): TortureMessage[] {
  const [, ...blocks] = readFileSync(FILE, 'utf8').split(/^=== /m)
  return blocks.map((block) => {
    const [title = '', ...lines] = block.split('\n')
    const [section = '', name = ''] = title.split(' ')
    return { section, name, bytes: toBytes(lines.join('\n').trimEnd()) }
  })
}

/** One character an octet: the text itself is ASCII, and `<hex>` makes all others. */
function toBytes(text: string): Buffer {
  const octets = text
    .replace(/<allOneLine>\n(.*?)\n<\/allOneLine>/gs, (_, lines: string) =>
      lines.replaceAll('\n', ''),
    )
    .replace(/<sdp (\S+)>/g, (_, address: string) => sessionAt(address))
    .replaceAll('\n', '\r\n')
    .replace(/<hex>([0-9A-F]+)<\/hex>/g, (_, hex: string) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    )
    .replace(/<repeat count=(\d+)>(.*?)<\/repeat>/gs, (_, count: string, part: string) =>
      part.repeat(Number(count)),
    )
  const [head = '', ...body] = octets.split('\r\n\r\n')
  if (body.length === 0) return Buffer.from(`${head}\r\n\r\n`, 'latin1')
  const rest = `${body.join('\r\n\r\n')}\r\n`
  const whole = `${head.replace('<length>', String(rest.length))}\r\n\r\n${rest}`
  return Buffer.from(whole, 'latin1')
}

function sessionAt(address: string): string {
  return [
    'v=0',
    `o=mhandley 29739 7272939 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    'm=audio 49217 RTP/AVP 0 12',
    'm=video 3227 RTP/AVP 31',
    'a=rtpmap:31 LPC',
  ].join('\n')
}
