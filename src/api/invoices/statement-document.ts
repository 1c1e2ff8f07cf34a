// The statement of an account as it is printed.
import type { StatementDay } from '#contract/statements.ts'
import type { InvoiceParties } from '#core/billing/invoice.ts'
import { addSums, NO_SUM, type Sum } from '#core/money.ts'
import type { PdfDocument, PdfIssuer } from '../http/pdf-document.ts'
import { partyLines } from './document-parties.ts'
import { exact } from './invoice-document.ts'

const PARTS = ['calls', 'sales', 'packages', 'payments', 'adjustments'] as const
type Part = (typeof PARTS)[number]

const HEADINGS: Readonly<Record<Part, string>> = {
  calls: 'Calls',
  sales: 'Sales',
  packages: 'Packages',
  payments: 'Payments',
  adjustments: 'Adjustments',
}

export interface PrintedStatement {
  readonly parties: InvoiceParties
  readonly days: readonly StatementDay[]
  readonly currency: string
  readonly opening: Sum
  readonly closing: Sum
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly issuer: PdfIssuer
  /** The logo is that of the operator. */
  readonly has_logo: boolean
  readonly made_at_ms: number
}

export function statementDocument(printed: PrintedStatement): PdfDocument {
  const { parties, days, currency, opening, closing, facts, issuer, has_logo, made_at_ms } = printed
  const total = (part: Part) => days.reduce((sum, day) => addSums(sum, day[part]), NO_SUM)
  // Most accounts have no sales and no packages.
  const parts = PARTS.filter((part) => days.some((day) => day[part] !== 0n))
  const right = (heading: string) => ({ heading, align: 'right' as const })
  return {
    paper_size: issuer.paper_size,
    logo: has_logo ? issuer.logo : null,
    issuer: partyLines(parties.issuer),
    footer: parties.note,
    title: 'Statement',
    recipient: partyLines(parties.account),
    facts: [
      ...facts,
      ['Opening balance', `${exact(opening)} ${currency}`],
      ['Closing balance', `${exact(closing)} ${currency}`],
    ],
    parts: [
      {
        table: {
          columns: [
            { heading: 'Day' },
            right('Opening'),
            ...parts.map((part) => right(HEADINGS[part])),
            right('Closing'),
          ],
          rows: days.map((day) => [
            day.day,
            exact(day.opening),
            ...parts.map((part) => exact(day[part])),
            exact(day.closing),
          ]),
          totals: [
            ['Total', exact(opening), ...parts.map((part) => exact(total(part))), exact(closing)],
          ],
        },
      },
    ],
    made_at_ms,
  }
}
