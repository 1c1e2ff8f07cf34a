// Name and password of a SIP user, shown once: only a hash is stored.
import { Button } from '@mantine/core'
import { SIP_REALM } from '#core/sip-realm.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import styles from './SipLogin.module.css'
import type { SipLogin } from './sip-labels.ts'

interface SipLoginDialogProps {
  readonly login: SipLogin
  readonly onClose: () => void
}

export function SipLoginDialog({ login: { username, password }, onClose }: SipLoginDialogProps) {
  const rows = [
    { label: 'Username', text: username },
    { label: 'Password', text: password },
    { label: 'Realm', text: SIP_REALM },
  ]
  return (
    <Dialog
      title="For the phone"
      onClose={onClose}
      must_answer
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <p className={styles.once}>The password is shown only once.</p>
      <dl className={styles.login}>
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd>
              <span className="mono">{text}</span>
              <CopyText text={text} label={`Copy the ${label.toLowerCase()}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
