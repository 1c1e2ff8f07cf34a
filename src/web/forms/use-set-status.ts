// Changes the status of a thing from its list, after a question that names what that does.
import type { z } from 'zod'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { bodyOf } from './form-values.ts'

interface Changeable {
  readonly id: number
  readonly version: number
  readonly name: string
}

export interface StatusChange {
  readonly status: string
  readonly question: string
  /** The verb on the button, such as Block. */
  readonly verb: string
  readonly effect: string
  /** What the thing is afterwards, in a sentence: "is blocked". */
  readonly done: string
  readonly dangerous?: boolean
}

export function useSetStatus<E extends Endpoint, S extends z.ZodObject>(endpoint: E, schema: S) {
  const update = useChange(endpoint, { errors: 'form' })
  return async (row: Changeable, change: StatusChange): Promise<void> => {
    const sure = await alert.confirm(change.effect, {
      title: change.question,
      yes: change.verb,
      no: 'Cancel',
      dangerous: change.dangerous ?? false,
    })
    if (!sure) return
    try {
      const values = bodyOf(schema, { ...row, status: change.status })
      // Every change takes the id of its path and the version; the generic endpoint cannot say so.
      await update.mutateAsync({
        params: { id: row.id },
        body: { ...values, version: row.version },
      } as unknown as CallOf<E>)
      alert.success(`${row.name} ${change.done}.`)
    } catch (error) {
      alert.error(messageOf(error), { title: `${row.name} was not changed` })
    }
  }
}
