// A new secret of a webhook, shown once: it is stored encrypted and never answered again.
import { Button } from '@mantine/core'
import { Dialog } from '../Dialog.tsx'
import { CopyText } from './CopyText.tsx'

interface NewSecretDialogProps {
  readonly secret: string
  readonly onClose: () => void
}

export function NewSecretDialog({ secret, onClose }: NewSecretDialogProps) {
  return (
    <Dialog
      title="New secret"
      onClose={onClose}
      must_answer
      width={560}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <p>The secret is shown only once. Give it to the receiver to check signatures with.</p>
      <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
        <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
        <CopyText text={secret} label="Copy the secret" />
      </div>
    </Dialog>
  )
}
