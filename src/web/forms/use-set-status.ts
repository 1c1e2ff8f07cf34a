// Changes the status of a thing from its list, after a question that names what that does.
import type { z } from 'zod'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { formValues } from './form-values.ts'

interface Changeable {
  readonly id: number
  readonly version: number
  readonly name: string
}

/** Where the row of a list is not the whole of the thing. */
export interface Whole {
  readonly get: Endpoint
  /** As in its form, where the schema alone is not enough. */
  readonly valuesOf?: (found: never) => object
}

export interface StatusChange {
  readonly status: string
  readonly question: string
  /** The verb on the button, such as Block. */
  readonly verb: string
  readonly effect: string
  /** The status of the thing afterwards, for a sentence: "is blocked". */
  readonly done: string
  readonly dangerous?: boolean
}

/** Blocking uses the same question for every kind of thing, with its own effect. */
export const blocking = (name: string, effect: string): StatusChange => ({
  status: 'blocked',
  question: `Block ${name}?`,
  verb: 'Block',
  effect,
  done: 'is blocked',
  dangerous: true,
})

export const activating = (name: string, effect: string): StatusChange => ({
  status: 'active',
  question: `Activate ${name}?`,
  verb: 'Activate',
  effect,
  done: 'is active',
})

export const pausing = (name: string, effect: string): StatusChange => ({
  status: 'paused',
  question: `Pause ${name}?`,
  verb: 'Pause',
  effect,
  done: 'is paused',
})

export const resuming = (name: string, effect: string): StatusChange => ({
  status: 'active',
  question: `Resume ${name}?`,
  verb: 'Resume',
  effect,
  done: 'is active',
})

/** `whole` is given where the row of a list is not the whole of the thing. */
export function useSetStatus(endpoint: Endpoint, whole?: Whole) {
  const update = useChange(endpoint, { errors: 'form' })
  const schema = endpoint.body as z.ZodObject
  /** The values that the endpoint takes, as they travel. */
  const read = async (row: Changeable): Promise<object> => {
    if (!whole) return formValues(schema, { ...row })
    // These endpoints take the id of their path; the type of a generic endpoint does not say so.
    const call = { params: { id: row.id } } as unknown as CallOf<Endpoint>
    const found = (await send(whole.get, call)) as Changeable
    if (!whole.valuesOf) return formValues(schema, { ...found })
    return { ...whole.valuesOf(found as never), version: found.version }
  }
  return async (row: Changeable, change: StatusChange): Promise<void> => {
    const sure = await alert.confirm(change.effect, {
      title: change.question,
      yes: change.verb,
      no: 'Cancel',
      dangerous: change.dangerous ?? false,
    })
    if (!sure) return
    try {
      const body = schema.parse({ ...(await read(row)), status: change.status })
      // Every change takes the id of its path; the generic endpoint cannot say so.
      await update.mutateAsync({ params: { id: row.id }, body } as unknown as CallOf<Endpoint>)
      alert.success(`${row.name} ${change.done}.`)
    } catch (error) {
      alert.error(messageOf(error), { title: `${row.name} was not changed` })
    }
  }
}
