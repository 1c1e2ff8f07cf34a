// G.711 A-law (ITU-T G.711), and how strong a tone is in it.

export const SAMPLES_PER_SECOND = 8000

function encode(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80
  const size = Math.min(Math.abs(Math.trunc(sample)), 0x7fff)
  const exponent = Math.max(0, 24 - Math.clz32(size))
  const mantissa = (size >> (exponent === 0 ? 4 : exponent + 3)) & 15
  return (sign | (exponent << 4) | mantissa) ^ 0x55
}

function decode(byte: number): number {
  const bits = byte ^ 0x55
  const exponent = (bits >> 4) & 7
  const mantissa = bits & 15
  const size = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1)
  return bits & 0x80 ? size : -size
}

/** A sine of this frequency from a sample on, half as loud as possible. */
export function toneOf(hertz: number, from: number, samples: number): Buffer {
  const step = (2 * Math.PI * hertz) / SAMPLES_PER_SECOND
  return Buffer.from(
    Array.from({ length: samples }, (_, at) => encode(16_000 * Math.sin(step * (from + at)))),
  )
}

/** Samples of a packet. */
const BLOCK = 160

/**
 * The share of the power that is at this frequency, from 0 to 1; 0 for silence. Packet by packet,
 * because one that is lost or late shifts the phase of those after it.
 */
export function shareOfTone(payload: Buffer, hertz: number): number {
  const step = (2 * Math.PI * hertz) / SAMPLES_PER_SECOND
  let [tone, power] = [0, 0]
  for (let from = 0; from < payload.length; from += BLOCK) {
    const samples = [...payload.subarray(from, from + BLOCK)].map(decode)
    let [real, imaginary] = [0, 0]
    for (const [at, sample] of samples.entries()) {
      real += sample * Math.cos(step * at)
      imaginary += sample * Math.sin(step * at)
      power += sample * sample
    }
    tone += (2 * (real ** 2 + imaginary ** 2)) / samples.length
  }
  // Silence is noise of the smallest step.
  return power < payload.length * 100 ** 2 ? 0 : tone / power
}
