// Drafts and unpaid invoices by state, each leading to its list.
import { Button } from '@mantine/core'
import { draftDueInvoices, getInvoiceTotals } from '#contract/invoices.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { useMay } from '../session/session.ts'
import { Amount } from '../ui/Amount.tsx'
import { Figures } from '../ui/Figures.tsx'
import { count } from '../ui/format.ts'
import { STATES } from './invoice-labels.ts'

const NOUN = ['invoice', 'invoices'] as const

export function InvoiceTotals({ to }: { to: string }) {
  const mayMake = useMay('invoices.create')
  const { data: totals = [] } = useOne(getInvoiceTotals, {})
  const make = useChange(draftDueInvoices, {
    onDone: ({ drafts }) =>
      drafts === 0
        ? alert.info('No billing period has ended since the last drafts.')
        : alert.success(`${count(drafts, 'draft', 'drafts')} made.`),
  })
  const figures = STATES.flatMap(({ value, label }) => {
    const rows = totals.filter(({ state }) => state === value)
    if (rows.length === 0) return []
    const all = rows.reduce((sum, { invoices }) => sum + invoices, 0)
    return [
      {
        label,
        value: (
          <>
            <ListLink to={to} filters={{ state: value }}>
              {count(all, ...NOUN)}
            </ListLink>
            {rows.map(({ currency, amount }) => (
              <span key={currency}>
                {' · '}
                <Amount value={amount} currency={currency} places={2} />
              </span>
            ))}
          </>
        ),
      },
    ]
  })
  if (figures.length === 0 && !mayMake) return null
  return (
    <Figures label="Invoices" figures={figures}>
      {mayMake && (
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate({})}>
          Make due drafts
        </Button>
      )}
    </Figures>
  )
}
