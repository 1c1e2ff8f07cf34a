// The two laws of G.711 (ITU-T G.711), each code as a linear sample and as a code of the other law.

export type Law = 'PCMU' | 'PCMA'

/** Payload types of RTP (RFC 3551 §6). */
export const LAWS: Readonly<Record<number, Law>> = { 0: 'PCMU', 8: 'PCMA' }

export const SILENCE: Readonly<Record<Law, number>> = { PCMU: 0xff, PCMA: 0xd5 }

function linearOfMu(code: number): number {
  const bits = ~code & 0xff
  const magnitude = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)
  return bits & 0x80 ? 0x84 - magnitude : magnitude - 0x84
}

function linearOfA(code: number): number {
  const bits = code ^ 0x55
  const segment = (bits & 0x70) >> 4
  const step = ((bits & 0x0f) << 4) + (segment === 0 ? 8 : 0x108)
  const magnitude = segment > 1 ? step << (segment - 1) : step
  return bits & 0x80 ? magnitude : -magnitude
}

const LINEAR = { PCMU: linearOfMu, PCMA: linearOfA } as const

/** For each code of one law the code of the other that sounds most like it; silence is positive. */
function translation(from: Law, to: Law): Uint8Array {
  const codes = Array.from({ length: 256 }, (_, code) => code)
  const nearest = (sample: number) =>
    codes.reduce((best, code) =>
      Math.abs(LINEAR[to](code) - sample) <= Math.abs(LINEAR[to](best) - sample) ? code : best,
    )
  return Uint8Array.from(codes, (code) => nearest(LINEAR[from](code)))
}

const TRANSLATIONS = {
  PCMU: translation('PCMA', 'PCMU'),
  PCMA: translation('PCMU', 'PCMA'),
} as const

/** The samples in the other law, if it is not theirs already. */
export function inLaw(samples: Uint8Array, from: Law, to: Law): Uint8Array {
  return from === to ? samples : samples.map((code) => TRANSLATIONS[to][code] ?? SILENCE[to])
}
