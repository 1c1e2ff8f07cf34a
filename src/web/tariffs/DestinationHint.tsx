import { UnstyledButton } from '@mantine/core'
import { useDestination } from '../pickers/destination.ts'
import { useDeckName } from './deck-name.ts'
import styles from './TariffRate.module.css'

interface DestinationHintProps {
  readonly prefix: string
  /** Takes the name over; absent where the field has one. */
  readonly onTake: ((name: string) => void) | undefined
}

/** The destination of the typed prefix, by the name in other rates, or else in the code deck. */
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
