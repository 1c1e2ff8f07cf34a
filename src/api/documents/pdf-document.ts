// The content of a PDF document, in the order of the paper. Words and numbers are already written.

export interface PdfPaper {
  readonly paper_size: 'A4' | 'LETTER'
  /** That of the issuer, a PNG or JPEG image. */
  readonly logo: Uint8Array | null
}

/** The sender of the document. */
export interface PdfIssuer extends PdfPaper {
  /** Its name, then the lines of its address. */
  readonly issuer: readonly string[]
  /** At the bottom of every page, with all its lines. */
  readonly footer: string
}

export interface PdfColumn {
  readonly heading: string
  /** Numbers are at the right, and never broken. */
  readonly align?: 'right'
}

export interface PdfTable {
  readonly columns: readonly PdfColumn[]
  readonly rows: readonly (readonly string[])[]
  /** Bold rows below the others. */
  readonly totals?: readonly (readonly string[])[]
}

/** The figure that the reader looks for first: "Amount due", "100.00 USD", "by 2026-12-01". */
export interface PdfFigure {
  readonly label: string
  readonly value: string
  readonly note: string
}

type PdfPart =
  | { readonly heading: string }
  | { readonly text: string }
  | { readonly table: PdfTable }
  | { readonly figure: PdfFigure }
  /** The next part begins on a page of its own. */
  | { readonly breaks_page: true }

export interface PdfDocument extends PdfIssuer {
  readonly title: string
  /** Above the recipient: "Bill to". */
  readonly recipient_label?: string
  readonly recipient: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly parts: readonly PdfPart[]
  /** Beside the number of each page: what a single sheet belongs to. */
  readonly reference?: string
  readonly made_at_ms: number
}

/** The maximum for all tables together; a file for a spreadsheet has no such limit. */
export const PDF_ROWS_MAX = 5000

export const rowsOf = ({ parts }: Pick<PdfDocument, 'parts'>): number =>
  parts.reduce((sum, part) => sum + ('table' in part ? part.table.rows.length : 0), 0)
