// The button of the alerts that were shown; their list is loaded when it is wanted.
import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'

const RecentAlertsDialog = lazy(async () => ({
  default: (await import('./RecentAlertsDialog.tsx')).RecentAlertsDialog,
}))

export function RecentAlerts() {
  const [isOpen, set] = useDisclosure(false)
  return (
    <>
      <ActionIcon size={32} aria-label="Recent alerts" title="Recent alerts" onClick={set.open}>
        <IconHistory size={18} />
      </ActionIcon>
      {isOpen && (
        <Suspense fallback={null}>
          <RecentAlertsDialog onClose={set.close} />
        </Suspense>
      )}
    </>
  )
}
