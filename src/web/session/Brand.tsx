import { Logo } from '../ui/Logo.tsx'
import styles from './Brand.module.css'
import { useScheme } from './scheme.ts'
import { useServer } from './session.ts'

/**
 * The logo, the title of the console, and below it the company that operates the switch. At the
 * domain of a reseller they are those of its brand, which may have no logo.
 */
export function Brand({ logoSize }: { logoSize: number }) {
  const data = useServer()
  const isDark = useScheme() === 'dark'
  const logo = (isDark && data?.dark_logo) || data?.logo
  return (
    <>
      {logo ? (
        <img src={logo} alt="" className={styles.logo} style={{ height: logoSize }} />
      ) : (
        !data?.is_branded && <Logo size={logoSize} />
      )}
      <span className={styles.names}>
        <b>{data?.title}</b>
        {data?.company && <small>{data.company}</small>}
      </span>
    </>
  )
}
