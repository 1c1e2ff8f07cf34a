import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../ui/values/format.ts'
import styles from './ListPage.module.css'
import type { Noun } from './TotalCount.tsx'

interface SelectionBarProps {
  readonly chosen: number
  readonly noun: Noun
  readonly onClear: () => void
  /** The actions on the chosen rows. */
  readonly children: ReactNode
}

/** Takes the place of the filters while rows are chosen. */
export function SelectionBar({ chosen, noun, onClear, children }: SelectionBarProps) {
  return (
    <div className={styles.filters}>
      <span role="status">{count(chosen, ...noun)} selected</span>
      {children}
      <Button variant="subtle" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
