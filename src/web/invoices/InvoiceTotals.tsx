// Drafts and unpaid invoices by state, each leading to its list.
import { Button } from '@mantine/core'
import type { AnswerOf } from '#contract/endpoint.ts'
import { draftDueInvoices, getInvoiceTotals } from '#contract/invoices/invoices.ts'
import { addSums, NO_SUM, type Sum } from '#core/money.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { useMay } from '../session/session.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { count } from '../ui/values/format.ts'
import { INVOICE_KIND_CHOICES, INVOICE_STATE_CHOICES } from './invoice-labels.ts'

const NOUN = ['invoice', 'invoices'] as const
const DIRECTIONS = [
  { kind: 'INVOICE', label: 'Unpaid' },
  { kind: 'SELF_BILLED', label: 'Unpaid, self-billed' },
] as const
const UNISSUED: readonly Total['state'][] = ['PREPARING', 'FAILED', 'DRAFT']

type Total = AnswerOf<typeof getInvoiceTotals>[number]

function Sums({ totals }: { totals: readonly Total[] }) {
  const sums = new Map<string, Sum>()
  for (const { currency, amount } of totals) {
    sums.set(currency, addSums(sums.get(currency) ?? NO_SUM, amount))
  }
  return [...sums].map(([currency, amount]) => (
    <span key={currency}>
      {' · '}
      <Amount value={amount} currency={currency} places="paid" />
    </span>
  ))
}

const countOf = (totals: readonly Total[]): string =>
  count(
    totals.reduce((sum, { invoices }) => sum + invoices, 0),
    ...NOUN,
  )

const isPreparing = (totals: readonly Total[]): boolean =>
  totals.some(({ state }) => state === 'PREPARING')

/** Makes the drafts of all accounts of the user whose billing period has ended. */
function GenerateDueInvoices() {
  const make = useChange(draftDueInvoices, {
    onDone: ({ drafts, failed }) => {
      if (failed > 0) alert.error(`${count(failed, 'account', 'accounts')} without a draft.`)
      if (drafts > 0) alert.success(`${count(drafts, 'draft', 'drafts')} made.`)
      else if (failed === 0) alert.info('No billing period has ended since the last drafts.')
    },
  })
  return (
    <Button variant="default" loading={make.isPending} onClick={() => make.mutate({})}>
      Generate due invoices
    </Button>
  )
}

/** The open amounts of invoices and of self-billed ones, in each currency. */
export function OpenInvoices({ is_own }: { is_own?: 'true' | 'false' }) {
  const mayMake = useMay('invoices.create') && is_own !== 'true'
  const { data = [] } = useOne(
    getInvoiceTotals,
    { query: is_own ? { is_own } : {} },
    { isUnderWay: isPreparing },
  )
  const figures = DIRECTIONS.flatMap(({ kind, label }) => {
    const totals = data.filter((one) => one.kind === kind && !UNISSUED.includes(one.state))
    if (totals.length === 0) return []
    const value = (
      <>
        {countOf(totals)}
        <Sums totals={totals} />
      </>
    )
    return [{ label, value }]
  })
  if (figures.length === 0 && !mayMake) return null
  return (
    <Figures label="Open invoices" figures={figures}>
      {mayMake && <GenerateDueInvoices />}
    </Figures>
  )
}

export function InvoiceTotals({ to }: { to: string }) {
  const mayMake = useMay('invoices.create')
  const { data = [] } = useOne(getInvoiceTotals, {}, { isUnderWay: isPreparing })
  const figures = INVOICE_STATE_CHOICES.flatMap(({ value, label }) =>
    INVOICE_KIND_CHOICES.flatMap(({ value: kind, label: kindLabel }) => {
      const totals = data.filter((one) => one.state === value && one.kind === kind)
      if (totals.length === 0) return []
      const figure = (
        <>
          <ListLink to={to} filters={{ state: value, kind }}>
            {countOf(totals)}
          </ListLink>
          <Sums totals={totals} />
        </>
      )
      const name = kind === 'INVOICE' ? label : `${label}, ${kindLabel.toLowerCase()}`
      return [{ label: name, value: figure }]
    }),
  )
  if (figures.length === 0 && !mayMake) return null
  return (
    <Figures label="Invoices" figures={figures}>
      {mayMake && <GenerateDueInvoices />}
    </Figures>
  )
}
