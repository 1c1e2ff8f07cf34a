import { Link } from '../session/Link.tsx'
import styles from './Breadcrumb.module.css'

export interface Crumb {
  readonly label: string
  readonly to: string
}

/** The way to this page, without the page itself: that is the title. */
export function Breadcrumb({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.trail}>
      {trail.map((crumb, at) => (
        <span key={crumb.to}>
          {at > 0 && <span aria-hidden>/</span>}
          <Link to={crumb.to}>{crumb.label}</Link>
        </span>
      ))}
    </nav>
  )
}
