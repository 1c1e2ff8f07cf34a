// Spoils a message in one of many ways, always the same for the same chance: octets, headers, the
// session, or all of it.
import type { Chance } from '../../support/random.ts'

type Mutation = (bytes: Buffer, chance: Chance) => Buffer

/** Octets that mean something to a parser. */
const SPECIAL = [...Buffer.from('\0\t\r\n "<>;:,@=%/\\?&[]()'), 0x7f, 0x80, 0xc3, 0xfe, 0xff]
const HUGE = ['0', '-1', '2147483648', '4294967296', '18446744073709551616', '9'.repeat(300), '1e9']
const LENGTHS = [64, 127, 128, 255, 256, 257, 1023, 1024, 4096, 9000]
const URIS = [
  ...['sip:', 'sip:@', 'sip::@x', 'sip:a@', 'sip:a@[::1', 'sip:%00@x', 'sip:a@1.2.3.4:99999'],
  ...['tel:+1;x=y', 'sips:1@x', '<sip:1@x>', '*', 'sip:1@x;lr;maddr=1.2.3.4;transport=tls?a=b'],
]

const at = (bytes: Buffer, chance: Chance): number => chance.whole(0, Math.max(0, bytes.length - 1))

function span(bytes: Buffer, chance: Chance): [number, number] {
  const from = at(bytes, chance)
  return [from, Math.min(bytes.length, from + chance.whole(1, 200))]
}

const octets: readonly Mutation[] = [
  function flipBits(bytes, chance) {
    const flipped = Buffer.from(bytes)
    for (let count = chance.whole(1, 8); count > 0; count--) {
      const place = at(bytes, chance)
      flipped[place] = (flipped[place] ?? 0) ^ (1 << chance.whole(0, 7))
    }
    return flipped
  },
  function putSpecial(bytes, chance) {
    const changed = Buffer.from(bytes)
    for (let count = chance.whole(1, 4); count > 0; count--) {
      changed[at(bytes, chance)] = chance.pick(SPECIAL)
    }
    return changed
  },
  (bytes, chance) => bytes.subarray(0, at(bytes, chance)),
  function double(bytes, chance) {
    const [from, to] = span(bytes, chance)
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  },
  function takeOut(bytes, chance) {
    const [from, to] = span(bytes, chance)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  function putIn(bytes, chance) {
    const place = at(bytes, chance)
    return Buffer.concat([bytes.subarray(0, place), noise(chance, 64), bytes.subarray(place)])
  },
  (_, chance) => noise(chance, 1500),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes, chance) => Buffer.concat([bytes, noise(chance, 4000)]),
]

const noise = (chance: Chance, length: number): Buffer =>
  Buffer.from(Array.from({ length: chance.whole(1, length) }, () => chance.whole(0, 255)))

/** Changes one line of the head, which is known by name and value. */
function onHeader(
  change: (name: string, value: string, chance: Chance, lines: readonly string[]) => string,
): Mutation {
  return onHead((lines, chance) => {
    const chosen = chance.whole(1, Math.max(1, lines.length - 1))
    return lines.map((line, index) => {
      if (index !== chosen) return line
      const colon = line.indexOf(':')
      return change(line.slice(0, colon), line.slice(colon + 1), chance, lines)
    })
  })
}

function onHead(change: (lines: string[], chance: Chance) => string[]): Mutation {
  return (bytes, chance) => {
    const text = bytes.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return bytes
    const lines = change(text.slice(0, end).split('\r\n'), chance)
    return Buffer.from(lines.join('\r\n') + text.slice(end), 'latin1')
  }
}

const headers: readonly Mutation[] = [
  onHeader((name, _, chance) => `${name}: ${'x'.repeat(chance.pick(LENGTHS))}`),
  onHeader((name, value, chance) => `${name.repeat(chance.whole(2, 400))}:${value}`),
  onHeader((name) => `${name}:`),
  onHeader((name, value) => `${name}:${value}\r\n${name}:${value}`),
  onHeader((name, value) => `${name}:${value},${value}`),
  onHeader((name, value) => `${name}  :\r\n ${value.replaceAll(' ', '\r\n\t')}`),
  onHeader((name, value) => `${name}:${value.replaceAll('"', '').replaceAll('>', '')}`),
  onHeader((name, value, chance) => `${name}:${value.replace(/\d+/, () => chance.pick(HUGE))}`),
  onHeader((name, value, chance) => `${name}:${value.replace(/sip:[^>; ]*/, chance.pick(URIS))}`),
  onHeader((name, value, chance) => `${name}:${value}${';a=b'.repeat(chance.whole(1, 500))}`),
  onHeader(
    (name, _, chance, lines) => `${name}:${chance.pick(lines).split(':').slice(1).join(':')}`,
  ),
  onHead((lines, chance) =>
    lines.filter((_, index) => index !== chance.whole(1, lines.length - 1)),
  ),
  onHead(([first = '', ...lines], chance) => [
    first,
    ...lines
      .map((line) => ({ line, place: chance.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ line }) => line),
  ]),
  onHead(([first = '', ...lines], chance) => [
    first.replace(/ \S+ /, ` ${chance.pick(URIS)} `),
    ...lines,
  ]),
  onHead(([first = '', ...lines], chance) => [
    first.replace(/^\S+/, chance.pick(['INVITE', 'ACK', 'BYE', 'CANCEL', 'PRACK', 'X', ''])),
    ...lines,
  ]),
  onHead(([first = '', ...lines], chance) => [
    first,
    ...Array.from({ length: chance.whole(1, 60) }, (_, n) => `Via: SIP/2.0/UDP 192.0.2.${n}`),
    ...lines,
  ]),
  onHead(([first = '', ...lines], chance) => [
    first,
    `Route: <sip:192.0.2.1;lr>${', <sip:192.0.2.2;lr>'.repeat(chance.whole(0, 20))}`,
    ...lines,
  ]),
  onHead((lines) => lines.map((line) => line.toLowerCase())),
  onHead(([, ...lines], chance) => [
    `SIP/2.0 ${chance.pick(['100', '180', '200', '486', '0', '99999'])} OK`,
    ...lines,
  ]),
]

/** The session keeps its right length, so that it is read at all. */
function onSession(change: (lines: string[], chance: Chance) => string[]): Mutation {
  return (bytes, chance) => {
    const text = bytes.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    if (end < 0 || end + 4 >= text.length) return bytes
    const body = change(text.slice(end + 4).split('\r\n'), chance).join('\r\n')
    const head = text.slice(0, end).replace(/Content-Length: \d+/, `Content-Length: ${body.length}`)
    return Buffer.from(`${head}\r\n\r\n${body}`, 'latin1')
  }
}

const sessions: readonly Mutation[] = [
  onSession((lines, chance) => lines.filter(() => chance.next() > 0.2)),
  onSession((lines, chance) =>
    lines.flatMap((line) => (chance.next() < 0.2 ? [line, line] : [line])),
  ),
  onSession((lines, chance) => lines.map((line) => line.replace(/\d+/, () => chance.pick(HUGE)))),
  onSession((lines, chance) =>
    lines.map((line) => (chance.next() < 0.2 ? line + 'x'.repeat(chance.pick(LENGTHS)) : line)),
  ),
  onSession((lines, chance) => [
    ...lines,
    ...Array.from({ length: chance.whole(1, 40) }, (_, n) => `m=audio ${n} RTP/AVP 0 8 18`),
  ]),
  onSession((lines, chance) =>
    lines.map((line) => line.replace('IN IP4', chance.pick(['IN IP6', 'IN', 'X']))),
  ),
  onSession((lines) => [...lines].reverse()),
  onSession((lines) => lines.map((line) => `${line}\n`)),
  onSession((lines, chance) => [...lines, `a=rtpmap:${chance.pick(HUGE)} ${'y'.repeat(300)}/8000`]),
  onSession((lines, chance) => [noise(chance, 800).toString('latin1'), ...lines]),
]

const KINDS = [octets, headers, headers, sessions]
/** The largest datagram. */
const MAX_BYTES = 60_000

/** One to three mutations, of which each may meet what the one before has left. */
export function mutate(bytes: Buffer, chance: Chance): Buffer {
  let spoiled = bytes
  for (let count = chance.whole(1, 3); count > 0; count--) {
    spoiled = chance.pick(chance.pick(KINDS))(spoiled, chance)
  }
  return spoiled.subarray(0, MAX_BYTES)
}
