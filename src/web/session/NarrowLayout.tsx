// For simple pages such as the login: one narrow column in the middle.
import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import styles from './NarrowLayout.module.css'
import { usePageTitle } from './use-page-title.ts'

interface NarrowLayoutProps {
  readonly title: string
  /** The name of its route, if it has one. */
  readonly route?: string
  readonly children: ReactNode
}

export function NarrowLayout({ title, route, children }: NarrowLayoutProps) {
  usePageTitle(title)
  return (
    <main className={styles.main} data-route={route}>
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
