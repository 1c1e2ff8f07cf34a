import { type ReactNode, useId } from 'react'
import styles from './Form.module.css'
import { useIsReadOnly } from './read-only.ts'

interface SectionProps {
  readonly title: string
  readonly help?: string
  /** For one field that takes the whole width. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Fields that belong together, in up to three columns. */
export function Section({ title, help, wide, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        {help && <p className="muted">{help}</p>}
      </div>
      <fieldset className={styles.fields} disabled={useIsReadOnly()}>
        {wide ? <Wide>{children}</Wide> : children}
      </fieldset>
    </section>
  )
}

/** A field that takes the whole width of its section. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}
