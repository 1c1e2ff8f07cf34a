import { Button } from '@mantine/core'
import { useOpenPortal } from './use-open-portal.tsx'

export function OpenPortalButton({ account }: { account: { readonly id: number } }) {
  const open = useOpenPortal()
  if (!open) return null
  return (
    <Button variant="default" onClick={() => void open(account)}>
      Open portal
    </Button>
  )
}
