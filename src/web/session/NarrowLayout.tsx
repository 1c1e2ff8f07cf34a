// For simple pages such as the login: one narrow column in the middle.
import type { ReactNode } from 'react'
import { Logo } from '../ui/Logo.tsx'
import styles from './NarrowLayout.module.css'
import { usePageTitle } from './use-page-title.ts'

export function NarrowLayout({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <main className={styles.main}>
      <div className={styles.column}>
        <Logo size={40} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
