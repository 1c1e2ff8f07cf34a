// Colour arithmetic in OKLCH, in which lightness can be walked without the hue changing.

interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

type Rgb = readonly [number, number, number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function linearRgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [toLinear((n >> 16) / 255), toLinear(((n >> 8) & 255) / 255), toLinear((n & 255) / 255)]
}

function hexOf(rgb: Rgb): string {
  const byte = (v: number) =>
    Math.round(toGamma(Math.min(1, Math.max(0, v))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${rgb.map(byte).join('')}`
}

/** The matrices are those of Björn Ottosson's Oklab. */
function toOklch(hex: string): Oklch {
  const [r, g, b] = linearRgb(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

function toRgb({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

/** The same hue at another lightness; the chroma gives way where the screen cannot show it. */
function atLightness(color: Oklch, l: number): string {
  let c = color.c
  for (let step = 0; step < 24; step += 1) {
    const rgb = toRgb({ l, c, h: color.h })
    if (rgb.every((v) => v >= -0.0005 && v <= 1.0005)) return hexOf(rgb)
    c *= 0.85
  }
  return hexOf(toRgb({ l, c: 0, h: color.h }))
}

function luminance(hex: string): number {
  const [r, g, b] = linearRgb(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export const isDark = (hex: string): boolean => toOklch(hex).l < 0.6

/** `color`, or the nearest lightness of it that has the contrast `min` against `background`. */
export function readable(color: string, background: string, min: number): string {
  if (contrast(color, background) >= min) return color
  const from = toOklch(color)
  const end = contrast('#ffffff', background) >= contrast('#000000', background) ? 1 : 0
  const direction = end === 1 ? 1 : -1
  for (let l = from.l; l >= 0 && l <= 1; l += direction * 0.01) {
    const candidate = atLightness(from, l)
    if (contrast(candidate, background) >= min) return candidate
  }
  return end === 1 ? '#ffffff' : '#000000'
}

/** The text colour on a solid: the wished one if it can be read, else black or white. */
export function onSolid(solid: string, wanted: string): string {
  if (contrast(solid, wanted) >= 4.5) return wanted
  return contrast(solid, '#ffffff') >= contrast(solid, '#000000') ? '#ffffff' : '#000000'
}

/** `share` of `over` laid on `under`. */
export function mix(over: string, under: string, share: number): string {
  const a = toOklab(over)
  const b = toOklab(under)
  const at = (i: 0 | 1 | 2) => a[i] * share + b[i] * (1 - share)
  const [l, x, y] = [at(0), at(1), at(2)]
  return hexOf(toRgb({ l, c: Math.hypot(x, y), h: Math.atan2(y, x) }))
}

function toOklab(hex: string): Rgb {
  const { l, c, h } = toOklch(hex)
  return [l, c * Math.cos(h), c * Math.sin(h)]
}

/** A neutral of the given lightness with a breath of the hue of `color`. */
export function tinted(color: string, lightness: number): string {
  return atLightness({ ...toOklch(color), c: 0.008 }, lightness)
}
