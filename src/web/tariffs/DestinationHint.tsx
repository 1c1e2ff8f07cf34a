import { UnstyledButton } from '@mantine/core'
import { useDestination } from '../pickers/destination.ts'
import { useDeckName } from './deck-name.ts'
import styles from './TariffRate.module.css'

interface DestinationHintProps {
  readonly prefix: string
  /** Takes the name over; absent where the field has one. */
  readonly onTake: ((name: string) => void) | undefined
}

/** What other rates, or else the code deck, call the destination of the prefix that is written. */
export function DestinationHint({ prefix, onTake }: DestinationHintProps) {
  const destination = useDestination(prefix)
  const deckName = useDeckName(prefix)
  const known = destination ?? deckName
  if (!known) return null
  const { name, matched } = known
  const text = `${matched} is ${name}${destination ? '' : ' in the code deck'}`
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
