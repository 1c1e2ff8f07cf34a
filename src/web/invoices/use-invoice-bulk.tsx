// The actions on the chosen invoices of a list, one after another, with the number that is done.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import {
  getInvoice,
  getInvoicePdf,
  type Invoice,
  issueInvoice,
  markInvoiceSent,
} from '#contract/invoices/invoices.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { useMay } from '../session/session.ts'
import type { GridSelection } from '../ui/grid/column.ts'
import { count } from '../ui/values/format.ts'
import { isSendable, missingOf, titleOf } from './invoice-labels.ts'

const NOUN = ['invoice', 'invoices'] as const
const OF = { idOf: ({ id }: Invoice) => String(id), nameOf: titleOf }

type Work = (invoice: Invoice) => Promise<unknown>

interface InvoiceBulk {
  readonly selection: GridSelection
  readonly bar: ReactNode
}

/** `onMail` opens the dialog that sends them; absent without permission. */
export function useInvoiceBulk(
  rows: readonly Invoice[] | undefined,
  onMail: ((ids: readonly number[]) => void) | undefined,
): InvoiceBulk {
  const { chosen, selection, clear } = useSelection(rows, OF)
  const queries = useQueryClient()
  const [done, setDone] = useState<number>()
  const isStopped = useRef(false)
  const may = { issue: useMay('invoices.execute'), send: useMay('invoices.edit') }
  const drafts = chosen.filter(({ state }) => state === 'DRAFT')
  const sendable = chosen.filter(isSendable)
  const unsent = sendable.filter((one) => one.sent_at === null)

  /** Stops at the first that is refused; what was done by then stays done. */
  async function run(invoices: readonly Invoice[], work: Work): Promise<boolean> {
    isStopped.current = false
    let number = 0
    try {
      for (const invoice of invoices) {
        if (isStopped.current) return false
        setDone(number)
        await work(invoice)
        number += 1
      }
      return true
    } catch (error) {
      const at = invoices[number]
      alert.error(`${at ? titleOf(at) : ''}: ${messageOf(error)} ${number} done before it.`)
      return false
    } finally {
      setDone(undefined)
    }
  }
  async function change(invoices: readonly Invoice[], work: Work, said: string): Promise<void> {
    const isWhole = await run(invoices, work)
    await queries.invalidateQueries({ queryKey: ['invoices'] })
    if (!isWhole) return
    alert.success(`${count(invoices.length, ...NOUN)} ${said}.`)
    clear()
  }
  async function issue(): Promise<void> {
    const lacking = new Set<string>()
    const isRead = await run(drafts, async ({ id }) => {
      for (const name of missingOf(await send(getInvoice, { params: { id } }))) lacking.add(name)
    })
    if (!isRead) return
    const lacks = lacking.size > 0 ? ` Not on all documents: ${[...lacking].join(', ')}.` : ''
    const text = `They get their numbers and can no longer be changed, only made void.${lacks}`
    const title = `Issue ${count(drafts.length, ...NOUN)}?`
    if (!(await alert.confirm(text, { title, yes: 'Issue', no: 'Cancel' }))) return
    // The oldest gets the first number.
    const inOrder = drafts.toSorted((a, b) => a.to_on.localeCompare(b.to_on) || a.id - b.id)
    await change(inOrder, ({ id }) => send(issueInvoice, { params: { id } }), 'issued')
  }
  const markSent = () =>
    change(unsent, ({ id }) => send(markInvoiceSent, { params: { id } }), 'marked as sent')
  async function save(): Promise<void> {
    try {
      const { saveInvoicesAsZip } = await import('./save-invoices-as-zip.ts')
      await saveInvoicesAsZip((add) => run(chosen, add), getInvoicePdf)
    } catch (error) {
      alert.error(messageOf(error))
    }
  }

  const isBusy = done !== undefined
  const bar = chosen.length > 0 && (
    <SelectionBar chosen={chosen.length} noun={NOUN} onClear={clear}>
      {may.issue && drafts.length > 0 && (
        <Button variant="default" disabled={isBusy} onClick={() => void issue()}>
          Issue {drafts.length}…
        </Button>
      )}
      {onMail && sendable.length > 0 && (
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => onMail(sendable.map(({ id }) => id))}
        >
          Send {sendable.length} by e-mail…
        </Button>
      )}
      {may.send && unsent.length > 0 && (
        <Button variant="default" disabled={isBusy} onClick={() => void markSent()}>
          Mark {unsent.length} as sent
        </Button>
      )}
      <Button variant="default" disabled={isBusy} onClick={() => void save()}>
        PDFs as ZIP
      </Button>
      {isBusy && (
        <>
          <span role="status">{done} done</span>
          <Button
            variant="subtle"
            onClick={() => {
              isStopped.current = true
            }}
          >
            Stop
          </Button>
        </>
      )}
    </SelectionBar>
  )
  return { selection, bar }
}
