import { Button } from '@mantine/core'

interface FailureProps {
  readonly message: string
  readonly action?: string
  readonly onRetry?: () => void
}

/** In place of what could not be had. */
export function Failure({ message, action = 'Retry', onRetry }: FailureProps) {
  return (
    <div role="alert" style={{ display: 'grid', justifyItems: 'center', gap: 12, padding: 48 }}>
      <span>{message}</span>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {action}
        </Button>
      )}
    </div>
  )
}
