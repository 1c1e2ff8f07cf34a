import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'

interface FetchButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly load: () => Promise<void>
}

/** Fetches a file, which takes a moment. */
export function FetchButton({ label, icon, load }: FetchButtonProps) {
  const [isLoading, setLoading] = useState(false)
  const start = () => {
    setLoading(true)
    void load()
      .catch((error: unknown) => alert.error(messageOf(error)))
      .finally(() => setLoading(false))
  }
  return (
    <Button variant="default" leftSection={icon} loading={isLoading} onClick={start}>
      {label}
    </Button>
  )
}
