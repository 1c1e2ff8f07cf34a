// Deletion looks first: one question that names the object and what goes with it, or says at once
// what uses it and what can be done instead.
import { useNavigate } from '@tanstack/react-router'
import type { getTariffUses, Uses } from '#contract/console/uses.ts'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { alert, closeQuestions } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { capital } from '../ui/form/labels.ts'
import { UsesList, usedByLabel } from './Uses.tsx'

interface Named {
  /** Absent where `params` say which one it is. */
  readonly id?: number
  readonly name: string
}

interface DeleteOptions {
  /** A sentence with the things that are deleted too, and that this is permanent. */
  readonly effect: string
  /** More than the id, where the path needs it. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Offers to block it instead; absent if it is blocked already or cannot be. */
  readonly block?: (() => void) | undefined
}

export type UsesEndpoint = Endpoint & Pick<typeof getTariffUses, 'answer'>

interface DeleteSettings {
  /** Finds what uses such a thing; absent if nothing can use it. */
  readonly uses?: UsesEndpoint
  readonly done?: () => void
}

const isFree = ({ count, obstacles }: Uses) => count === 0 && obstacles.length === 0

const paramsOf = ({ id }: Named, params: DeleteOptions['params']) => ({
  ...(id === undefined ? {} : { id }),
  ...params,
})

/** `what` is the word for it in a sentence: tariff, gateway, rate. */
export function useDelete<E extends Endpoint>(
  endpoint: E,
  what: string,
  settings: DeleteSettings = {},
) {
  const remove = useChange(endpoint, { errors: 'form' })
  const navigate = useNavigate()
  const follow = (path: string) => {
    closeQuestions()
    void navigate({ to: path })
  }
  const fail = (name: string, error: unknown) => {
    const inUse = error instanceof ApiError && error.code === 'in-use'
    const title = inUse ? `${capital(what)} ${name} is in use` : `${capital(what)} not deleted`
    alert.error(messageOf(error), { title })
  }

  /** True when it can be deleted. */
  const look = async (named: Named, { block, params }: DeleteOptions): Promise<boolean> => {
    if (!settings.uses) return true
    const call = { params: paramsOf(named, params) } as never
    const uses = (await send(settings.uses, call)) as Uses
    if (isFree(uses)) return true
    const answer = await alert.confirm(
      uses.count > 0
        ? `Used by ${usedByLabel(uses)}. Remove it there first.`
        : 'Resolve this first:',
      {
        title: `${capital(what)} ${named.name} cannot be deleted`,
        details: <UsesList uses={uses} onFollow={follow} />,
        no: 'Close',
        ...(block ? { yes: 'Block…' } : { only_no: true }),
      },
    )
    if (answer) block?.()
    return false
  }

  return async (named: Named, options: DeleteOptions): Promise<void> => {
    try {
      if (!(await look(named, options))) return
      const sure = await alert.confirm(options.effect, {
        title: `Delete ${what} ${named.name}?`,
        yes: 'Delete',
        no: 'Keep',
        dangerous: true,
      })
      if (!sure) return
      // Every deletion takes the id of its path; the generic endpoint cannot say so.
      const call = { params: paramsOf(named, options.params) } as unknown as CallOf<E>
      await remove.mutateAsync(call)
      alert.success(`${capital(what)} ${named.name} deleted.`)
      settings.done?.()
    } catch (error) {
      fail(named.name, error)
    }
  }
}
