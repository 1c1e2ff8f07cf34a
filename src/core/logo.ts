// The logo of the operator: which images are taken, by their first bytes and never by a name or a
// type that the browser states. SVG is not one of them, because it may hold scripts.

/** WebP was taken once; such a logo is in the console alone. */
export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface LogoImage {
  readonly type: LogoType
  readonly width: number
  readonly height: number
}

export const LOGO_BYTES_MAX = 200_000
export const LOGO_PIXELS_MAX = 1024

/** The image, or what is wrong with it. */
export function readLogo(bytes: Uint8Array): LogoImage | string {
  if (bytes.length > LOGO_BYTES_MAX) return 'At most 200 kB.'
  if (isWebp(bytes)) return 'PDF documents cannot show WebP. Save the logo as PNG or JPEG.'
  const image = imageOf(bytes)
  if (!image) return 'A PNG or JPEG image.'
  const sides = [image.width, image.height]
  if (sides.some((side) => side < 1 || side > LOGO_PIXELS_MAX)) {
    return `At most ${LOGO_PIXELS_MAX} × ${LOGO_PIXELS_MAX} pixels.`
  }
  return image
}

function imageOf(bytes: Uint8Array): LogoImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return pngOf(view) ?? jpegOf(view)
  } catch (error) {
    // A header that ends too early.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((next) => view.getUint8(at + next)))

function pngOf(view: DataView): LogoImage | undefined {
  const isPng = view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a
  if (!isPng || textAt(view, 12) !== 'IHDR') return undefined
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** A frame header has the size; these three markers of the same range are something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegOf(view: DataView): LogoImage | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (isFrame(marker)) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Browsers show it, PDF documents cannot. */
const isWebp = (bytes: Uint8Array): boolean => {
  const text = String.fromCharCode(...bytes.subarray(0, 12))
  return text.startsWith('RIFF') && text.endsWith('WEBP')
}
