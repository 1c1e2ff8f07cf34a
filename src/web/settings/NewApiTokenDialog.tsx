// A new API token, shown once: only a hash is stored.
import { Button } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import { CopyText } from '../ui/values/CopyText.tsx'
import styles from './ApiTokens.module.css'

interface NewApiTokenDialogProps {
  readonly token: string
  readonly onClose: () => void
}

export function NewApiTokenDialog({ token, onClose }: NewApiTokenDialogProps) {
  return (
    <Dialog
      title="New API token"
      onClose={onClose}
      must_answer
      width={480}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <p>The token is shown only once. Store it where your program keeps its secrets.</p>
      <div className={styles.token}>
        <code>{token}</code>
        <CopyText text={token} label="Copy the token" />
      </div>
      <p className="muted">
        Sent with every request as <code>Authorization: Bearer {token.slice(0, 8)}…</code>
      </p>
    </Dialog>
  )
}
