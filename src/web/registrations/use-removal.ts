// Removes registrations, after a confirmation that names them.
import { type Registration, removeRegistration } from '#contract/accounts/registrations.ts'
import { alert } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { count } from '../ui/values/format.ts'

const NAMED_AT_MOST = 3

const nameOf = ({ username, source_ip, source_port }: Registration) =>
  `${username} at ${source_ip}:${source_port}`

function questionOf(rows: readonly Registration[]) {
  const effect = 'It gets no calls until it registers again, which it can do immediately.'
  const [one] = rows
  if (rows.length === 1 && one) {
    return { title: `Remove ${nameOf(one)}?`, text: `Phone of ${one.client_name}. ${effect}` }
  }
  const named = rows.slice(0, NAMED_AT_MOST).map(nameOf).join('; ')
  const more = rows.length - NAMED_AT_MOST
  return {
    title: `Remove ${count(rows.length, 'phone', 'phones')}?`,
    text: `${named}${more > 0 ? `; and ${count(more, 'other', 'others')}` : ''}. ${effect}`,
  }
}

/** True when the removal was requested, whether or not each registration still existed. */
export function useRemoval(): (rows: readonly Registration[]) => Promise<boolean> {
  const remove = useChange(removeRegistration, { errors: 'form', also: ['sip-users'] })
  return async (rows) => {
    const { title, text } = questionOf(rows)
    const sure = await alert.confirm(text, { title, yes: 'Remove', no: 'Keep', dangerous: true })
    if (!sure) return false
    const results = await Promise.allSettled(
      rows.map(({ id }) => remove.mutateAsync({ params: { id } })),
    )
    const done = results.filter(({ status }) => status === 'fulfilled').length
    if (done > 0) alert.success(`Removing ${count(done, 'phone', 'phones')}.`)
    for (const [at, result] of results.entries()) {
      const row = rows[at]
      if (result.status === 'rejected' && row) reportError(row, result.reason)
    }
    return true
  }
}

function reportError(row: Registration, error: unknown): void {
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone) alert.info(`${nameOf(row)} was no longer registered.`)
  else alert.error(messageOf(error), { title: `${nameOf(row)} could not be removed` })
}
