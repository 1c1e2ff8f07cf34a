// The kind of a file by its first bytes; its name may say otherwise.
import { TableFileProblem } from './table-file-problem.ts'

/** Files that are no rate files, with the remedy for each. */
const OTHERS: readonly (readonly [readonly number[], string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'An old Excel workbook (.xls): save it as XLSX or CSV.'],
  [[0x25, 0x50, 0x44, 0x46], 'A PDF document: request the rates as XLSX or CSV.'],
  [[0x1f, 0x8b], 'A gzip archive: unpack it.'],
  [[0x52, 0x61, 0x72, 0x21], 'A RAR archive: unpack it.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'A 7z archive: unpack it.'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'A text document (RTF): save it as XLSX or CSV.'],
  [[0x89, 0x50, 0x4e, 0x47], 'An image: request the rates as XLSX or CSV.'],
  [[0xff, 0xd8, 0xff], 'An image: request the rates as XLSX or CSV.'],
]

const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte)

export function kindOfFile(head: Uint8Array): 'TEXT' | 'XLSX' {
  if (startsWith(head, [0x50, 0x4b, 3, 4])) return 'XLSX'
  if (startsWith(head, [0x50, 0x4b, 5, 6])) throw new TableFileProblem('An empty ZIP archive.')
  const other = OTHERS.find(([first]) => startsWith(head, first))
  if (other) throw new TableFileProblem(other[1])
  const text = Buffer.from(head.subarray(0, 1000)).toString('latin1').replaceAll('\0', '')
  if (/^[^\w]*<(!doctype|html|\?xml|table|meta|head)/i.test(text)) {
    throw new TableFileProblem('A web page or XML: open it in Excel and save it as XLSX or CSV.')
  }
  return 'TEXT'
}
