import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Something on this page will not work as it is. */
export function WarningNote({ children }: { children: ReactNode }) {
  return (
    <Alert
      color="warning"
      role="status"
      icon={<IconAlertTriangle size={16} />}
      maw={1080}
      mt={10}
      // A long page would cut it.
      flex="none"
    >
      {children}
    </Alert>
  )
}
