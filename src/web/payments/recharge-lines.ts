// Lines of pasted text, `account, amount, reference`: a table of a spreadsheet, or typed.
import { OPEN_QUOTE, splitCells } from '#core/delimited-line.ts'
import { type Money, parseMoney } from '#core/money.ts'
import type { LineFault } from '#core/number/text-lines.ts'

export interface RechargeLine {
  /** From 1, as in the text. */
  readonly line: number
  readonly text: string
  readonly account: string
  readonly amount: string
  readonly reference: string
}

const REFERENCE_MAX = 100
const COLUMNS_MAX = 3

/** `Acme, 1,000` is a thousand to the one who typed it, and no reference 000. */
const AMBIGUOUS = /\d,\d{1,3}(\.\d+)?$/

const isPositive = (amount: Money | undefined) => amount !== undefined && amount > 0

/** Names may have commas where the table has tabs or semicolons. */
const separatorOf = (text: string) => ['\t', ';'].find((one) => text.includes(one)) ?? ','

function faultOf({ text, account, amount, reference }: RechargeLine, columns: number) {
  if (columns < 2 || columns > COLUMNS_MAX || !account) return 'Write: account, amount, reference.'
  if (columns > 2 && separatorOf(text) === ',' && AMBIGUOUS.test(text)) {
    return 'The amount has a comma: leave it out, or separate the columns with semicolons.'
  }
  if (!isPositive(parseMoney(amount))) return `${amount || 'Nothing'} is no amount above 0.`
  if (reference.length > REFERENCE_MAX) return `A reference has at most ${REFERENCE_MAX} letters.`
  return undefined
}

/** Empty lines are left out. */
export function readRechargeLines(pasted: string): (RechargeLine | LineFault)[] {
  const seen = new Map<string, number>()
  return pasted.split('\n').flatMap((raw, at): (RechargeLine | LineFault)[] => {
    const text = raw.trim()
    if (!text) return []
    const columns = splitCells(text, separatorOf(text))
    if (!columns) return [{ line: at + 1, text, message: OPEN_QUOTE }]
    const [account = '', amount = '', reference = ''] = columns
    const line = { line: at + 1, text, account, amount, reference }
    const first = seen.get(account.toLowerCase())
    const message =
      faultOf(line, columns.length) ??
      (first === undefined ? undefined : `The account is already in line ${first}.`)
    if (message) return [{ line: at + 1, text, message }]
    seen.set(account.toLowerCase(), at + 1)
    return [line]
  })
}

interface Found {
  readonly id: number
  readonly name: string
  readonly hint: string
}

/** The account with exactly this name, username, SIP user or address; or why there is none. */
export function accountOf(account: string, hits: readonly Found[]): Found | string {
  const wanted = account.toLowerCase()
  const exact = hits.filter(({ name, hint }) =>
    [name, hint].some((text) => text.toLowerCase() === wanted),
  )
  const [one] = exact
  if (exact.length > 1) return `Several accounts are called ${account}.`
  return one ?? `There is no account ${account}.`
}
