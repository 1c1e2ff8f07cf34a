import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'

interface PdfButtonProps {
  readonly label: string
  readonly save: () => Promise<void>
}

/** Downloads a document, which takes a moment to write. */
export function PdfButton({ label, save }: PdfButtonProps) {
  const [isLoading, setLoading] = useState(false)
  const start = () => {
    setLoading(true)
    void save()
      .catch((error: unknown) => alert.error(messageOf(error)))
      .finally(() => setLoading(false))
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={15} />}
      loading={isLoading}
      onClick={start}
    >
      {label}
    </Button>
  )
}
