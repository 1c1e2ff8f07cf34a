// Deletion with a question that names the object, and a refusal that is shown well: what is in use
// stays, and the server says what uses it.
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { alert } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'

interface Named {
  /** Absent where `params` say which one it is. */
  readonly id?: number
  readonly name: string
}

interface DeleteOptions {
  /** What goes with it, and that it is for good. */
  readonly effect: string
  /** More than the id, where the path asks for it. */
  readonly params?: Readonly<Record<string, unknown>>
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `what` is the word for it in a sentence: tariff, gateway, rate. */
export function useDelete<E extends Endpoint>(endpoint: E, what: string, done?: () => void) {
  const remove = useChange(endpoint, { errors: 'form' })
  return async (named: Named, options: DeleteOptions): Promise<void> => {
    const sure = await alert.confirm(options.effect, {
      title: `Delete ${what} ${named.name}?`,
      yes: 'Delete',
      no: 'Keep',
      dangerous: true,
    })
    if (!sure) return
    try {
      // Every deletion takes the id of its path; the generic endpoint cannot say so.
      const id = named.id === undefined ? {} : { id: named.id }
      const call = { params: { ...id, ...options.params } } as unknown as CallOf<E>
      await remove.mutateAsync(call)
      alert.success(`${capital(what)} ${named.name} deleted.`)
      done?.()
    } catch (error) {
      const inUse = error instanceof ApiError && error.code === 'in-use'
      const title = inUse
        ? `${capital(what)} ${named.name} is in use`
        : `${capital(what)} not deleted`
      alert.error(messageOf(error), { title })
    }
  }
}
