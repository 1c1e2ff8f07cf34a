// For simple pages such as the login: one narrow column in the middle.
import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import styles from './NarrowLayout.module.css'
import { usePageTitle } from './use-page-title.ts'

export function NarrowLayout({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <main className={styles.main}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <Brand logoSize={40} />
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
