import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Settlement } from '#contract/accounts/settlements.ts'
import { useMay } from '../session/session.ts'
import type { Partner } from './NettingDialog.tsx'

const NettingDialog = lazy(async () => ({
  default: (await import('./NettingDialog.tsx')).NettingDialog,
}))

interface UseNetting {
  /** Opens the dialog; absent for an account without an inbound client, and without the right. */
  readonly netting: (account: Settlement) => (() => void) | undefined
  readonly dialog: ReactNode
}

export function useNetting(): UseNetting {
  const mayPay = useMay('payments.create')
  const [partner, setPartner] = useState<Partner>()
  return {
    netting: (account) => {
      const { client_id } = account
      if (!mayPay || client_id === null) return undefined
      return () => setPartner({ ...account, client_id })
    },
    dialog: partner && (
      <Suspense fallback={null}>
        <NettingDialog partner={partner} onClose={() => setPartner(undefined)} />
      </Suspense>
    ),
  }
}
