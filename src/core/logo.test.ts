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

test.each([
  ['PNG', png(300, 80), { type: 'image/png', width: 300, height: 80 }],
  [
    'JPEG, behind a segment before the frame',
    bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc2, 0, 17, 8, 0, 80, 1, 44]),
    { type: 'image/jpeg', width: 300, height: 80 },
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
  expect(readLogo(bytes)).toBe('A PNG or JPEG image.')
})

test('WebP is refused, because documents cannot show it', () => {
  const webp = bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', 'VP8 ')
  expect(readLogo(webp)).toBe('PDF documents cannot show WebP. Save the logo as PNG or JPEG.')
})

test('a logo is bounded in bytes and pixels', () => {
  const large = bytesOf([...png(300, 80)], new Array(LOGO_BYTES_MAX).fill(0))
  expect(readLogo(large)).toBe('At most 200 kB.')
  for (const bytes of [png(1025, 80), png(300, 1025), png(0, 80), png(0xffffffff, 1)]) {
    expect(readLogo(bytes)).toBe('At most 1024 × 1024 pixels.')
  }
  expect(readLogo(png(1024, 1024))).toMatchObject({ width: 1024 })
})
