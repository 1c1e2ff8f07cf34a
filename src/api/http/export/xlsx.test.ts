import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Cell, xlsx } from './xlsx.ts'

async function partsOf(pages: Cell[][][], max?: number): Promise<Map<string, string>> {
  async function* stream() {
    yield* pages
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsx(stream(), max)) chunks.push(chunk)
  const parts = Object.entries(unzipSync(Buffer.concat(chunks)))
  return new Map(parts.map(([name, content]) => [name, strFromU8(content)]))
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

test('a sheet that is full says in its last row that the list goes on', async () => {
  const rows = (from: number, to: number): Cell[][] =>
    Array.from({ length: to - from }, (_, at) => [from + at])
  const sheetOf = async (pages: Cell[][][]) =>
    (await partsOf(pages, 10)).get('xl/worksheets/sheet1.xml') ?? ''
  const full = await sheetOf([rows(0, 4), rows(4, 8), rows(8, 10), []])
  expect(full.match(/<row>/g)).toHaveLength(10)
  expect(full).not.toContain('More rows follow')
  for (const pages of [
    [rows(0, 4), rows(4, 8), rows(8, 11)],
    [rows(0, 10), rows(10, 11)],
    [rows(0, 40)],
  ]) {
    const cut = await sheetOf(pages)
    expect(cut.match(/<row>/g)).toHaveLength(10)
    expect(cut).toMatch(/<v>8<\/v><\/c><\/row><row><c t="inlineStr">.*More rows follow/)
  }
})

test('pages are read only as fast as the file is taken, and a long one is whole', async () => {
  let read = 0
  async function* stream(): AsyncGenerator<Cell[][]> {
    for (; read < 50; read += 1) {
      yield Array.from({ length: 1000 }, (_, row) => [`${read}.${row}`, Math.sin(row + read)])
    }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsx(stream())) {
    chunks.push(chunk)
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0)
    // A page of these rows packs to some 20 KB, of which a few wait to be packed.
    expect(read).toBeLessThan(6 + bytes / 10_000)
  }
  const sheet = strFromU8(
    unzipSync(Buffer.concat(chunks))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
  )
  expect(sheet.match(/<row>/g)).toHaveLength(50_000)
  expect(sheet).toContain('>49.999<')
})
