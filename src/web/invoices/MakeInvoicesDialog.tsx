// Makes a draft for each of the chosen accounts, one after another, until the same day.
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { createInvoice, getNextPeriod, invoiceForm } from '#contract/invoices/invoices.ts'
import { alert } from '../alerts/alerts.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { count } from '../ui/values/format.ts'

interface Chosen {
  readonly id: number
  readonly name: string
}

interface MakeInvoicesDialogProps {
  readonly accounts: readonly Chosen[]
  readonly onClose: () => void
  readonly onDone: () => void
}

const period = z.strictObject(invoiceForm.pick({ from_on: true, to_on: true }).shape)
type Period = z.output<typeof period>

/** An account with an invoice continues where that one ends. */
async function makeFor({ id }: Chosen, { from_on, to_on }: Period): Promise<void> {
  const next = await send(getNextPeriod, { params: { id } })
  const body = { account_id: id, to_on, from_on: next.from_on === null ? from_on : null }
  await send(createInvoice, { body })
}

export function MakeInvoicesDialog({ accounts, onClose, onDone }: MakeInvoicesDialogProps) {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const form = useEntityForm({
    schema: period,
    initial: { from_on: null as string | null, to_on: '' },
    save: async (chosen) => {
      const refused: string[] = []
      for (const [at, account] of accounts.entries()) {
        setDone(at)
        await makeFor(account, chosen).catch((error: unknown) => {
          refused.push(`${account.name}: ${messageOf(error)}`)
        })
      }
      await queries.invalidateQueries()
      return { refused }
    },
    onSaved: (_, { refused }) => {
      const made = accounts.length - refused.length
      if (made > 0) alert.success(`${count(made, 'draft', 'drafts')} made.`)
      if (refused.length > 0) alert.error(refused.join('\n'), { timeout: 0 })
      onDone()
    },
  })
  const from = form.bind('from_on')
  return (
    <FormDialog
      title={`Make invoices of ${count(accounts.length, 'account', 'accounts')}`}
      form={form}
      onClose={onClose}
      save="Make drafts"
    >
      <TextInput
        type="date"
        label="From"
        description="Of accounts without an invoice; empty: the first charge"
        {...from}
        onChange={(event) => from.onChange(event.currentTarget.value || null)}
      />
      <TextInput
        type="date"
        label="To"
        description="The last day that they bill"
        {...form.bind('to_on')}
      />
      {form.saving && <span role="status">{done} done</span>}
    </FormDialog>
  )
}
