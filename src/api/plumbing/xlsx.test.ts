import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Cell, xlsx } from './xlsx.ts'

/** Reads an archive by its directory, and checks what it says of each part. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const parts = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field))
    const name = archive.subarray(at + 46, at + 46 + archive.readUInt16LE(at + 28)).toString()
    const offset = archive.readUInt32LE(at + 42)
    const begin = offset + 30 + archive.readUInt16LE(offset + 26)
    const content = inflateRawSync(archive.subarray(begin, begin + (packed ?? 0)))
    expect([content.length, crc32(content)]).toEqual([size, crc])
    parts.set(name, content.toString())
    at += 46 + name.length
  }
  return parts
}

async function partsOf(pages: Cell[][][]): Promise<Map<string, string>> {
  async function* stream() {
    yield* pages
  }
  const chunks: Buffer[] = []
  for await (const chunk of xlsx(stream())) chunks.push(chunk)
  return unzip(Buffer.concat(chunks))
}

test('a spreadsheet has the parts of a workbook, and every row of every page', async () => {
  const parts = await partsOf([[['name', 'rate']], [['a', 1.5]], [['b', -2]]])
  expect([...parts.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/worksheets/sheet1.xml',
  ])
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet.match(/<row>/g)).toHaveLength(3)
  expect(sheet).toContain('<c><v>-2</v></c>')
})

test('text stays text, whatever the network put into it', async () => {
  const parts = await partsOf([[['=1+1', '<b>&"', 'a\u0000b\ud800', ' x ', '']]])
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const texts = [...sheet.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, text]) => text)
  expect(texts).toEqual(['=1+1', '&lt;b&gt;&amp;"', 'a\ufffdb\ufffd', ' x '])
  expect(sheet).not.toContain('<f>')
})
