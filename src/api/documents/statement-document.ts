// The statement of an account as it is printed.
import type { StatementDay } from '#contract/invoices/statements.ts'
import type { InvoiceParties } from '#core/billing/invoice.ts'
import { decimalsOf, printAmount, roundParts } from '#core/billing/printed-amounts.ts'
import { addSums, NO_SUM, type Sum } from '#core/money.ts'
import { partyLines } from './party-lines.ts'
import type { PdfDocument, PdfPaper } from './pdf-document.ts'

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
  readonly paper: PdfPaper
  readonly made_at_ms: number
}

export function statementDocument(printed: PrintedStatement): PdfDocument {
  const { parties, days, currency, opening, closing, facts, paper, made_at_ms } = printed
  const decimals = decimalsOf(currency)
  const money = (value: Sum) => printAmount(value, decimals)
  // Most accounts have no sales and no packages.
  const parts = PARTS.filter((part) => days.some((day) => day[part] !== 0n))
  // As printed, the parts of a day lead from its opening to its closing balance.
  const rounded = days.map((day) =>
    roundParts(
      parts.map((part) => day[part]),
      decimals,
      day.opening,
    ),
  )
  const total = (at: number) =>
    rounded.reduce((sum, day) => addSums(sum, day[at] ?? NO_SUM), NO_SUM)
  const right = (heading: string) => ({ heading, align: 'right' as const })
  return {
    ...paper,
    issuer: partyLines(parties.issuer),
    footer: parties.note,
    title: 'Statement',
    recipient: partyLines(parties.account),
    facts: [
      ...facts,
      ['Opening balance', `${money(opening)} ${currency}`],
      ['Closing balance', `${money(closing)} ${currency}`],
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
          rows: days.map((day, row) => [
            day.day,
            money(day.opening),
            ...(rounded[row] ?? []).map(money),
            money(day.closing),
          ]),
          totals: [
            ['Total', money(opening), ...parts.map((_, at) => money(total(at))), money(closing)],
          ],
        },
      },
    ],
    made_at_ms,
  }
}
