import type { TableLayout } from '#core/table-file/table-file.ts'
import type { FileHead, HeadRequest } from '#db/uploads/file-readings.ts'
import type { TableKind } from './read-table.ts'
import { type Reader, recallHead, recallMeanings, shownOf } from './recall-head.ts'

/** The head as it was requested, and as earlier files with the same columns were read. */
export async function readHead<Layout extends TableLayout>(
  kind: TableKind<Layout>,
  readAs: Reader<Layout>,
  { chosen, earlier, recalls_reading }: HeadRequest<Layout>,
): Promise<FileHead<Layout>> {
  const head = await readAs(chosen ?? undefined)
  if (recalls_reading) return shownOf(await recallHead(kind, head, earlier, readAs))
  const { layout, ...rest } = recallMeanings(kind, head, earlier) ?? head
  const decimal = chosen?.decimal ?? layout.decimal
  return shownOf({ ...rest, layout: { ...layout, decimal } })
}
