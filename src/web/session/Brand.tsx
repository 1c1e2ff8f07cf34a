import { useQuery } from '@tanstack/react-query'
import { Logo } from '../ui/Logo.tsx'
import styles from './Brand.module.css'
import { serverQuery } from './session.ts'

/** The logo, the title of the console, and below it the company that operates the switch. */
export function Brand({ logoSize }: { logoSize: number }) {
  const { data } = useQuery({ ...serverQuery, enabled: false })
  return (
    <>
      <Logo size={logoSize} />
      <span className={styles.names}>
        <b>{data?.title}</b>
        {data?.company && <small>{data.company}</small>}
      </span>
    </>
  )
}
