import { getLowBalance } from '#contract/accounts/low-balance.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useUser } from '../session/session.ts'
import { amountIn } from '../ui/values/format.ts'
import { WarningNote } from '../ui/WarningNote.tsx'
import styles from './Home.module.css'

const POLL_MS = 10_000

/** Once no more than the threshold of the client is available, with how to pay. */
export function LowBalanceNote() {
  const { data } = useOne(getLowBalance, {}, { every_ms: POLL_MS })
  const { available, currency } = useUser()
  if (!data?.is_low) return null
  return (
    <WarningNote>
      <strong>Low balance: {amountIn(available, currency, 2)} available.</strong>
      {data.how_to_pay !== '' && <p className={styles.pay}>{data.how_to_pay}</p>}
    </WarningNote>
  )
}
