// The PDFs of several invoices as one file. Each is added as it comes, so that the browser has the
// archive and one PDF.
import { Zip, ZipPassThrough } from 'fflate'
import type { getInvoicePdf, Invoice } from '#contract/invoices/invoices.ts'
import { sendForFile } from '../http/client.ts'
import { saveBlob } from '../http/download.ts'

type Add = (invoice: Invoice) => Promise<void>

/** `each` calls what it is given for each invoice, and answers whether all were added. */
export async function saveInvoicesAsZip(
  each: (add: Add) => Promise<boolean>,
  pdf: typeof getInvoicePdf,
): Promise<void> {
  const parts: BlobPart[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    parts.push(bytes.slice())
  })
  const names = new Set<string>()
  const isWhole = await each(async ({ id }) => {
    const call = { params: { id }, query: { document: 'INVOICE' as const } }
    const { blob, name } = await sendForFile(pdf, call)
    // Two issuers may have the same number.
    const file = new ZipPassThrough(names.has(name) ? `${id}-${name}` : name)
    names.add(name)
    archive.add(file)
    file.push(new Uint8Array(await blob.arrayBuffer()), true)
  })
  if (!isWhole) return
  archive.end()
  saveBlob(new Blob(parts, { type: 'application/zip' }), 'invoices.zip')
}
