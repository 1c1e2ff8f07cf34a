import { Logo } from '../ui/Logo.tsx'
import styles from './Brand.module.css'
import { useServer } from './session.ts'

/** The logo, the title of the console, and below it the company that operates the switch. */
export function Brand({ logoSize }: { logoSize: number }) {
  const data = useServer()
  return (
    <>
      {data?.logo ? (
        <img src={data.logo} alt="" className={styles.logo} style={{ height: logoSize }} />
      ) : (
        <Logo size={logoSize} />
      )}
      <span className={styles.names}>
        <b>{data?.title}</b>
        {data?.company && <small>{data.company}</small>}
      </span>
    </>
  )
}
