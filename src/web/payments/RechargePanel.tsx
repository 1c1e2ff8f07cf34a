// Recharges several accounts one after another. Each is found by typing a name, a username, a SIP
// user, a number or an IP address; the balances before and after are shown before money moves.
import { Button } from '@mantine/core'
import { IconClipboardText, IconPlus } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { alert } from '../alerts/alerts.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { count } from '../ui/values/format.ts'
import { LastRecharges } from './LastRecharges.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { paymentKindLabel } from './payment-labels.ts'
import styles from './RechargeRow.module.css'
import { RechargeRow } from './RechargeRow.tsx'
import { summarise } from './recharge-sums.ts'
import { useRecharges } from './use-recharges.ts'

const ROWS_MAX = 100
const TYPED = 'RECHARGE'

type Summary = ReturnType<typeof summarise>

/** Much money at once is typed, because a spent recharge cannot be reversed. */
function confirmed({ recharges, isMuch }: Summary) {
  const text = 'Each payment is recorded on its own. A failed one changes nothing.'
  return alert.confirm(text, {
    title: `Recharge ${count(recharges.length, 'account', 'accounts')}?`,
    yes: 'Recharge',
    no: 'Cancel',
    ...(isMuch && { dangerous: true, type_to_confirm: TYPED }),
    details: (
      <ul>
        {recharges.map(({ name, kind, amount, currency }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an account may be there twice.
          <li key={at}>
            {name}: {paymentKindLabel(kind)} of{' '}
            <Amount value={amount} currency={currency} places="paid" />
          </li>
        ))}
      </ul>
    ),
  })
}

function Sums({ summary: { recharges, sums } }: { summary: Summary }) {
  if (recharges.length < 2) return null
  return (
    <output className="muted">
      {count(recharges.length, 'account', 'accounts')}:{' '}
      {[...sums].map(([currency, sum], at) => (
        <span key={currency}>
          {at > 0 && ', '}
          <Amount value={sum} currency={currency} places="paid" />
        </span>
      ))}
    </output>
  )
}

export function RechargePanel({ tabs }: { tabs?: ReactNode }) {
  const { rows, open, balances, isSaving, ...recharges } = useRecharges()
  const [isPasting, setPasting] = useState(false)
  const summary = summarise(open, balances)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving || open.length === 0 || !recharges.check()) return
    if (summary.recharges.length < open.length) {
      alert.error('The balances are not read yet.')
      return
    }
    if (!(await confirmed(summary))) return
    const done = await recharges.payAll()
    if (done > 0) alert.success(`${count(done, 'account', 'accounts')} recharged.`)
  }

  return (
    <div className="page-scroll">
      {tabs}
      <div className="page-title">
        <h1>Smart Recharge</h1>
        <span className="muted">Find accounts by name, username, SIP user, number or IP</span>
      </div>
      <form className={styles.rows} noValidate onSubmit={(event) => void submit(event)}>
        {rows.map((row, at) => (
          <RechargeRow
            key={row.values.idempotency_key}
            label={`Recharge ${at + 1}`}
            row={row}
            isNew={at > 0 && at === rows.length - 1}
            balances={balances.get(row.values.account_id ?? 0)}
            onChange={(values) =>
              recharges.change(row.values.idempotency_key, { values, errors: {} })
            }
            onRemove={rows.length > 1 && !isSaving ? () => recharges.remove(row) : undefined}
          />
        ))}
        <div className="page-title">
          <Button
            variant="default"
            leftSection={<IconPlus size={15} />}
            disabled={rows.length >= ROWS_MAX}
            onClick={recharges.addEmpty}
          >
            Add row
          </Button>
          <Button
            variant="default"
            leftSection={<IconClipboardText size={15} />}
            disabled={rows.length >= ROWS_MAX}
            onClick={() => setPasting(true)}
          >
            Paste lines
          </Button>
          <Button type="submit" disabled={open.length === 0} loading={isSaving}>
            {open.length > 1 ? `Recharge ${open.length} accounts` : 'Recharge'}
          </Button>
          <Sums summary={summary} />
        </div>
      </form>
      <LastRecharges />
      {isPasting && (
        <PasteDialog
          linesMax={ROWS_MAX - open.length}
          onRows={recharges.add}
          onClose={() => setPasting(false)}
        />
      )}
    </div>
  )
}
