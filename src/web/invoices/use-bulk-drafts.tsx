// Drafts for the chosen rows of unbilled usage.
import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { UnbilledUsage } from '#contract/payments/payment-reports.ts'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { useMay } from '../session/session.ts'
import type { GridSelection } from '../ui/grid/column.ts'

const MakeInvoicesDialog = lazy(async () => ({
  default: (await import('./MakeInvoicesDialog.tsx')).MakeInvoicesDialog,
}))

const NOUN = ['client', 'clients'] as const
const OF = {
  idOf: ({ account_id, currency }: UnbilledUsage) => `${account_id}-${currency}`,
  nameOf: ({ account_name }: UnbilledUsage) => account_name ?? '',
  canSelect: ({ account_id }: UnbilledUsage) => account_id !== null,
}

interface BulkDrafts {
  readonly selection: GridSelection | undefined
  readonly bar: ReactNode
  readonly dialog: ReactNode
}

export function useBulkDrafts(rows: readonly UnbilledUsage[] | undefined): BulkDrafts {
  const mayMake = useMay('invoices.create')
  const { chosen, selection, clear } = useSelection(rows, OF)
  const [isOpen, setOpen] = useState(false)
  const accounts = chosen.flatMap(({ account_id, account_name }) =>
    account_id === null ? [] : [{ id: account_id, name: account_name ?? '' }],
  )
  const close = () => setOpen(false)
  if (!mayMake) return { selection: undefined, bar: undefined, dialog: undefined }
  return {
    selection,
    bar: chosen.length > 0 && (
      <SelectionBar chosen={chosen.length} noun={NOUN} onClear={clear}>
        <Button variant="default" onClick={() => setOpen(true)}>
          Make invoices…
        </Button>
      </SelectionBar>
    ),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <MakeInvoicesDialog
          accounts={accounts}
          onClose={close}
          onDone={() => {
            close()
            clear()
          }}
        />
      </Suspense>
    ),
  }
}
