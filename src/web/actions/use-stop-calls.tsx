// Stops an account: blocks it and ends its calls, after a confirmation with its name and their
// number.
import { IconPhoneOff } from '@tabler/icons-react'
import { type AccountStop, getAccountStop, stopAccount } from '#contract/accounts/account-stops.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'
import { count } from '../ui/values/format.ts'

/** Resources that show the status or the calls of accounts. */
const AFFECTED = [
  'wholesale-clients',
  'retail-clients',
  'resellers',
  'active-calls',
  'spend-warnings',
]

/** "This ends 9 calls of 3 clients below Top at once: Alpha 5, Beta 3, Gamma 1." */
function callsText({ kind, name, active_calls, clients, clients_count }: AccountStop): string {
  if (active_calls === 0) return `${name} has no active calls.`
  const ends = `This ends ${count(active_calls, 'call', 'calls')} of`
  const charged = 'Talk time is billed.'
  if (kind !== 'RESELLER') return `${ends} ${name} immediately. ${charged}`
  const named = clients.map((client) => `${client.name} ${client.active_calls}`).join(', ')
  const others = clients_count - clients.length
  const more = others > 0 ? ` and ${count(others, 'other', 'others')}` : ''
  const below = `${count(clients_count, 'client', 'clients')} under ${name}`
  return `${ends} ${below} immediately: ${named}${more}. ${charged}`
}

function blockText({ kind, name, status }: AccountStop): string {
  if (status !== 'active') return `Its status stays ${status}.`
  const refused = kind === 'RESELLER' ? 'new calls of all accounts under it' : 'its new calls'
  return `${name} is blocked: ${refused} are refused, and its portal login is signed out.`
}

interface Named {
  readonly id: number
  readonly name: string
}

/** Absent without permission; answers whether the account was stopped. */
export function useStopCalls(): ((account: Named) => Promise<boolean>) | undefined {
  const may = useMay('accounts.execute')
  const stop = useChange(stopAccount, { also: AFFECTED, errors: 'form' })
  async function stopCalls({ id, name }: Named): Promise<boolean> {
    try {
      const before = await send(getAccountStop, { params: { id } })
      const sure = await alert.confirm(`${callsText(before)} ${blockText(before)}`, {
        title: `Stop calls of ${name}?`,
        yes: 'Stop calls',
        no: 'Cancel',
        dangerous: true,
      })
      if (!sure) return false
      const { stopped_calls } = await stop.mutateAsync({ params: { id } })
      const ended = count(stopped_calls, 'call', 'calls')
      alert.success(`${name} blocked. Hanging up ${ended}.`)
      return true
    } catch (error) {
      alert.error(messageOf(error), { title: `${name} could not be stopped` })
      return false
    }
  }
  return may ? stopCalls : undefined
}

/** The same as an action of a row; none without permission. */
export function useStopAction(): (row: Named) => readonly RowAction[] {
  const stopCalls = useStopCalls()
  return (row) =>
    stopCalls
      ? [
          {
            label: 'Stop calls…',
            icon: <IconPhoneOff size={15} />,
            danger: true,
            onClick: () => void stopCalls(row),
          },
        ]
      : []
}
