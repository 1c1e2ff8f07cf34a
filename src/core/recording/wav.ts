// The header of a WAV file of 8,000 samples a second.

const RATE = 8000
const FORMATS = {
  LINEAR: { tag: 1, bytes: 2 },
  PCMA: { tag: 6, bytes: 1 },
  PCMU: { tag: 7, bytes: 1 },
} as const

interface Sound {
  readonly encoding: keyof typeof FORMATS
  readonly channels: 1 | 2
  /** All samples of all channels. */
  readonly bytes: number
}

/** Encodings other than linear have a `fact` chunk, with the number of samples of a channel. */
export function wavHeader({ encoding, channels, bytes }: Sound): Uint8Array {
  const { tag, bytes: sample_bytes } = FORMATS[encoding]
  const frame_bytes = sample_bytes * channels
  const format_bytes = encoding === 'LINEAR' ? 16 : 18
  const fact_bytes = encoding === 'LINEAR' ? 0 : 12
  const header = new Uint8Array(20 + format_bytes + fact_bytes + 8)
  const view = new DataView(header.buffer)
  const write = (at: number, text: string) => {
    for (let letter = 0; letter < text.length; letter++)
      header[at + letter] = text.charCodeAt(letter)
  }
  write(0, 'RIFF')
  view.setUint32(4, header.length - 8 + bytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, format_bytes, true)
  view.setUint16(20, tag, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * frame_bytes, true)
  view.setUint16(32, frame_bytes, true)
  view.setUint16(34, sample_bytes * 8, true)
  const rest = 20 + format_bytes
  if (fact_bytes > 0) {
    write(rest, 'fact')
    view.setUint32(rest + 4, 4, true)
    view.setUint32(rest + 8, bytes / frame_bytes, true)
  }
  write(rest + fact_bytes, 'data')
  view.setUint32(rest + fact_bytes + 4, bytes, true)
  return header
}
