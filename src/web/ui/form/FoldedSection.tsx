// A section whose fields most people leave as they are: it shows a sentence instead, until it is
// opened, or until something in it is changed or is wrong.
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './Form.module.css'
import { useIsReadOnly } from './read-only.ts'

interface FoldedSectionProps {
  readonly title: string
  readonly help?: string
  /** The settings that apply while nothing was changed, as a sentence. */
  readonly summary: string
  /** Something in it differs from the defaults. */
  readonly isChanged: boolean
  /** Something in it must be seen. */
  readonly isWrong: boolean
  /** The hash of a URL that leads to it, opened. */
  readonly anchor?: string
  readonly children: ReactNode
}

export function FoldedSection(props: FoldedSectionProps) {
  const { title, help, summary, isChanged, isWrong, anchor, children } = props
  const id = useId()
  const [isWanted] = useState(() => anchor !== undefined && location.hash === `#${anchor}`)
  const [isOpen, setOpen] = useState(isChanged || isWanted)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView({ block: 'start' })
  }, [isWanted])
  if (isWrong && !isOpen) setOpen(true)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section ref={section} className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>
          <UnstyledButton
            className={styles.fold}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={15} aria-hidden />
            {title}
          </UnstyledButton>
        </h2>
        {help && isOpen && <p className="muted">{help}</p>}
      </div>
      {/* The fields stay in the form while they are out of sight. */}
      <fieldset className={styles.fields} hidden={!isOpen} disabled={useIsReadOnly()}>
        {children}
      </fieldset>
      {!isOpen && <p className={`${styles.summary} muted`}>{summary}</p>}
    </section>
  )
}
