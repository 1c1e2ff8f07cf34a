// Where the dialog opens that needs password or code again; it is loaded when it is wanted.
import { lazy, Suspense } from 'react'
import { awaitedConfirmation } from '../session/confirm-user.ts'
import { useStore } from '../ui/store.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
}))

export function ConfirmUser() {
  const is_wanted = useStore(awaitedConfirmation) !== undefined
  return is_wanted ? (
    <Suspense fallback={null}>
      <ConfirmDialog />
    </Suspense>
  ) : null
}
