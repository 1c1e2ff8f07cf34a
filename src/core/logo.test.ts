import { expect, test } from 'vitest'
import { LOGO_BYTES_MAX, readLogo } from './logo.ts'

const bytesOf = (...parts: (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )

const png = (width: number, height: number): Uint8Array => {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return bytesOf([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', [...size])
}
const webp = (kind: string, ...rest: number[]): Uint8Array =>
  bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], rest)

test.each([
  ['PNG', png(300, 80), { type: 'image/png', width: 300, height: 80 }],
  [
    'JPEG, behind a segment before the frame',
    bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc2, 0, 17, 8, 0, 80, 1, 44]),
    { type: 'image/jpeg', width: 300, height: 80 },
  ],
  [
    'WebP',
    webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0x2c, 0x01, 80, 0),
    { type: 'image/webp', width: 300, height: 80 },
  ],
  [
    'WebP without loss',
    // 299 and 79 in 14 bits each.
    webp('VP8L', 0x2f, 0x2b, 0xc1, 0x13, 0x00),
    { type: 'image/webp', width: 300, height: 80 },
  ],
  [
    'WebP with extras',
    webp('VP8X', 0x10, 0, 0, 0, 0x2b, 0x01, 0, 79, 0, 0),
    { type: 'image/webp', width: 300, height: 80 },
  ],
])('the size of a logo is read from its bytes: %s', (_, bytes, image) => {
  expect(readLogo(bytes)).toEqual(image)
})

test.each([
  ['SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['GIF', bytesOf('GIF89a', [44, 1, 80, 0])],
  ['a page', bytesOf('<!doctype html><script>alert(1)</script>')],
  ['a PNG that ends early', png(300, 80).subarray(0, 18)],
  ['a JPEG without a frame', bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0, 0])],
  ['nothing', bytesOf('')],
])('another file is no logo: %s', (_, bytes) => {
  expect(readLogo(bytes)).toBe('A PNG, JPEG or WebP image.')
})

test('a logo is bounded in bytes and pixels', () => {
  const large = bytesOf([...png(300, 80)], new Array(LOGO_BYTES_MAX).fill(0))
  expect(readLogo(large)).toBe('At most 200 kB.')
  for (const bytes of [png(1025, 80), png(300, 1025), png(0, 80), png(0xffffffff, 1)]) {
    expect(readLogo(bytes)).toBe('At most 1024 × 1024 pixels.')
  }
  expect(readLogo(png(1024, 1024))).toMatchObject({ width: 1024 })
})
