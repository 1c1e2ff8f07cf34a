// Removes the second factor of a user who has lost the phone and the recovery codes.
import { IconShieldOff } from '@tabler/icons-react'
import { resetPortalSecondFactor, resetUserSecondFactor } from '#contract/people/second-factor.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** An action of the rows of a list; none without permission. */
export type ResetFactorAction = (row: Named) => readonly RowAction[]

function useAction(
  endpoint: typeof resetUserSecondFactor | typeof resetPortalSecondFactor,
  may: boolean,
): ResetFactorAction {
  const reset = useChange(endpoint, { done: 'Second factor removed.' })
  async function ask({ id, name }: Named) {
    const sure = await alert.confirm('All sessions of the user end; the password alone logs in.', {
      title: `Reset the second factor of ${name}?`,
      yes: 'Reset',
      no: 'Keep',
      dangerous: true,
    })
    if (sure) reset.mutate({ params: { id } })
  }
  return (row) =>
    may
      ? [
          {
            label: 'Reset second factor…',
            icon: <IconShieldOff size={15} />,
            onClick: () => void ask(row),
          },
        ]
      : []
}

export const useResetUserFactor = () => useAction(resetUserSecondFactor, useMay('users.execute'))

/** Resets the factor of the portal login of a client, a reseller or a settlement account. */
export const useResetPortalFactor = () =>
  useAction(resetPortalSecondFactor, useMay('accounts.execute'))
