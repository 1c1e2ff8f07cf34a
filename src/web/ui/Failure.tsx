import { Button } from '@mantine/core'
import styles from './Failure.module.css'

interface FailureProps {
  readonly message: string
  readonly action?: string
  readonly onRetry?: () => void
}

/** In place of what could not be had. */
export function Failure({ message, action = 'Retry', onRetry }: FailureProps) {
  return (
    <div className={styles.place}>
      <div role="alert" className={styles.box}>
        <span>{message}</span>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            {action}
          </Button>
        )}
      </div>
    </div>
  )
}
