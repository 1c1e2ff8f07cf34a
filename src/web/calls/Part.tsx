// A titled part of what is known of a call.
import { type ReactNode, useId } from 'react'
import styles from './WholeCall.module.css'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
