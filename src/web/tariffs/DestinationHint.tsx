import { UnstyledButton } from '@mantine/core'
import { useDestination } from '../pickers/destination.ts'
import styles from './TariffRate.module.css'

interface DestinationHintProps {
  readonly prefix: string
  /** Takes the name over; absent where the field has one. */
  readonly onTake: ((name: string) => void) | undefined
}

/** What other rates call the destination of the prefix that is written. */
export function DestinationHint({ prefix, onTake }: DestinationHintProps) {
  const destination = useDestination(prefix)
  if (!destination) return null
  const { name, matched } = destination
  const text = `${matched} is ${name}`
  if (!onTake) return text
  return (
    <>
      {text}.{' '}
      <UnstyledButton className={styles.take} onClick={() => onTake(name)}>
        Use this name
      </UnstyledButton>
    </>
  )
}
