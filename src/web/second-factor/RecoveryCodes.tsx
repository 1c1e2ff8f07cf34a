// Recovery codes, shown once: only their hashes are stored.
import { Button } from '@mantine/core'
import { CopyText } from '../ui/values/CopyText.tsx'
import styles from './SecondFactor.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <div className={styles.step}>
      <p>
        Each of these codes opens one login without the phone. They are shown only once: keep them
        where the phone is not.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyText text={codes.join('\n')} label="Copy the recovery codes" />
      <Button onClick={onDone}>Done</Button>
    </div>
  )
}
