// Recharges of several accounts from pasted lines. Lines that can be paid become rows, which show
// the balances before money moves; the others stay here, each with its reason.
import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lookupPayers } from '#contract/console/lookups.ts'
import type { LineFault } from '#core/number/text-lines.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { keyOf } from '../http/use-endpoint.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { count } from '../ui/values/format.ts'
import { accountOf, type RechargeLine, readRechargeLines } from './recharge-lines.ts'
import type { RowValues } from './recharge-rows.ts'

interface PasteDialogProps {
  readonly linesMax: number
  readonly onRows: (rows: readonly Partial<RowValues>[]) => void
  readonly onClose: () => void
}

/** The line as a row, or why it is none. */
function useRowOf() {
  const queries = useQueryClient()
  return async (read: RechargeLine | LineFault): Promise<Partial<RowValues> | LineFault> => {
    if ('message' in read) return read
    const { line, text, account, amount, reference } = read
    const call = { query: { q: account } }
    const found = await queries.fetchQuery({
      queryKey: keyOf(lookupPayers, call),
      queryFn: ({ signal }) => send(lookupPayers, call, signal),
    })
    const one = accountOf(account, found)
    return typeof one === 'string'
      ? { line, text, message: one }
      : { account_id: one.id, amount, reference }
  }
}

export function PasteDialog({ linesMax, onRows, onClose }: PasteDialogProps) {
  const rowOf = useRowOf()
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<readonly LineFault[]>([])
  const [problem, setProblem] = useState<string>()
  const [isReading, setReading] = useState(false)
  const lines = readRechargeLines(text)
  const isTooMany = lines.length > linesMax

  const readAll = async () => {
    setReading(true)
    setProblem(undefined)
    try {
      const results = []
      for (const line of lines) results.push(await rowOf(line))
      const left = results.filter((result): result is LineFault => 'message' in result)
      const rows = results.filter((result): result is Partial<RowValues> => !('message' in result))
      if (rows.length > 0) onRows(rows)
      setFaults(left)
      setText(left.map((fault) => fault.text).join('\n'))
      if (left.length === 0) onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setReading(false)
  }

  return (
    <Dialog
      title="Paste recharges"
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            disabled={lines.length === 0 || isTooMany}
            loading={isReading}
            onClick={() => void readAll()}
          >
            {lines.length === 0 ? 'Check lines' : `Check ${count(lines.length, 'line', 'lines')}`}
          </Button>
        </>
      }
    >
      <Textarea
        label="Lines"
        description="One per line: account, amount, reference (optional). Nothing is paid yet."
        placeholder={'Acme, 50\nBeta Ltd, 1200.50, Invoice 17'}
        autosize
        minRows={6}
        maxRows={14}
        data-autofocus
        value={text}
        error={isTooMany ? `At most ${linesMax} lines.` : problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {faults.length > 0 && (
        <section aria-label="Lines that cannot be paid">
          <p className="danger" role="alert">
            {count(faults.length, 'line', 'lines')} left; the others are rows now.
          </p>
          <ul>
            {faults.map(({ line, text: wrong, message }) => (
              <li key={line}>
                <span className="mono">{wrong}</span>: {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
