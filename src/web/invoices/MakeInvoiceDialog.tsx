// Makes a draft: for whom, and until which day.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createInvoice, getNextPeriod, invoiceForm } from '#contract/invoices/invoices.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { AccountPicker } from '../pickers/pickers.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { Day } from '../ui/values/Day.tsx'
import type { InvoicePaths } from './invoice-labels.ts'

interface MakeInvoiceDialogProps {
  readonly to: InvoicePaths
  readonly onClose: () => void
}

export function MakeInvoiceDialog({ to, onClose }: MakeInvoiceDialogProps) {
  const navigate = useNavigate()
  const [account_id, setAccountId] = useState<number | null>(null)
  const create = useChange(createInvoice, { errors: 'form' })
  const form = useEntityForm({
    schema: invoiceForm,
    initial: { account_id, from_on: null as string | null, to_on: '' },
    save: (body) => create.mutateAsync({ body }),
    onSaved: (_, { id }) => void navigate({ to: to.one(id) }),
  })
  const { data: next } = useOne(
    getNextPeriod,
    { params: { id: account_id ?? 0 } },
    { enabled: account_id !== null },
  )
  const { bind } = form
  const account = bind('account_id')
  const from = bind('from_on')
  return (
    <FormDialog title="Make invoice" form={form} onClose={onClose} save="Make draft">
      <Wide>
        <AccountPicker
          label="Account"
          {...account}
          onChange={(id) => {
            account.onChange(id)
            setAccountId(id)
          }}
        />
      </Wide>
      {next?.from_on ? (
        <div>
          <span className="muted">From</span>
          <br />
          <Day on={next.from_on} />
        </div>
      ) : (
        <TextInput
          type="date"
          label="From"
          description="Empty: its first charge"
          {...from}
          onChange={(event) => from.onChange(event.currentTarget.value || null)}
        />
      )}
      <TextInput
        type="date"
        label="To"
        description="The last day that it bills"
        max={next?.yesterday}
        {...bind('to_on')}
      />
    </FormDialog>
  )
}
