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

type Versioned = Pick<Changeable, 'version'>

interface Whole<S extends z.ZodObject> {
  readonly version: number
  readonly values: z.input<S>
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

export type ReadWhole<S extends z.ZodObject> = (row: Changeable) => Promise<Whole<S>>

/** Reads the whole of a thing as its form does. */
export function wholeBy<S extends z.ZodObject>(get: Endpoint, schema: S): ReadWhole<S> {
  return async ({ id }) => {
    // These endpoints take the id of their path; the type of a generic endpoint does not say so.
    const found = (await send(get, { params: { id } } as unknown as CallOf<Endpoint>)) as Versioned
    return { version: found.version, values: formValues(schema, { ...found }) }
  }
}

/** `read` is given where the row of a list is not the whole of the thing. */
export function useSetStatus<E extends Endpoint, S extends z.ZodObject>(
  endpoint: E,
  schema: S,
  read: ReadWhole<S> = async (row) => ({
    version: row.version,
    values: formValues(schema, { ...row }),
  }),
) {
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
      const { version, values } = await read(row)
      const body = schema.parse({ ...values, status: change.status })
      // Every change takes the id of its path and the version; the generic endpoint cannot say so.
      await update.mutateAsync({
        params: { id: row.id },
        body: { ...body, version },
      } as unknown as CallOf<E>)
      alert.success(`${row.name} ${change.done}.`)
    } catch (error) {
      alert.error(messageOf(error), { title: `${row.name} was not changed` })
    }
  }
}
