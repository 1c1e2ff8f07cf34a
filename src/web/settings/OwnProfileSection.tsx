import { useUser } from '../session/session.ts'
import styles from './Settings.module.css'

/** Who is logged in; only an admin changes it. */
export function OwnProfileSection() {
  const { username, type, currency } = useUser()
  const facts = { Username: username, Type: type, Currency: currency }
  return (
    <dl className={styles.profile}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
