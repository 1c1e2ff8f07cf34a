// The key of the backups, shown until a user has stored it elsewhere.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { noteBackupKeyStored, showBackupKey } from '#contract/machine/backups.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { CopyText } from '../ui/values/CopyText.tsx'
import { WarningNote } from '../ui/WarningNote.tsx'

export function BackupKeyNote() {
  const may = useMay('backup_key.execute')
  const [key, setKey] = useState<string>()
  const show = useChange(showBackupKey)
  return (
    <WarningNote>
      The key of the backups is on this machine alone. If the machine is lost, no backup can be read
      without it.{' '}
      {may ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={show.isPending}
          onClick={() => show.mutate({}, { onSuccess: (answer) => setKey(answer.key) })}
        >
          Show the key…
        </Button>
      ) : (
        'An admin with the permission for the backup key can store it elsewhere.'
      )}
      {key !== undefined && <KeyDialog backup_key={key} onClose={() => setKey(undefined)} />}
    </WarningNote>
  )
}

function KeyDialog({ backup_key, onClose }: { backup_key: string; onClose: () => void }) {
  const stored = useChange(noteBackupKeyStored, { onDone: onClose })
  return (
    <Dialog
      title="Key of the backups"
      onClose={onClose}
      must_answer
      width={620}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button loading={stored.isPending} onClick={() => stored.mutate({})}>
            I have stored it
          </Button>
        </>
      }
    >
      <p style={{ marginTop: 0 }}>
        Keep it where it survives this machine, such as a password manager or a safe. It opens all
        backups: who has them and the key reads all that the switch knows.
      </p>
      <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
        <code style={{ overflowWrap: 'anywhere' }}>{backup_key}</code>
        <CopyText text={backup_key} label="Copy the key" />
      </div>
      <p className="muted">
        Once you have stored it, it is not shown here again; npm run backup -- key shows it on the
        machine.
      </p>
    </Dialog>
  )
}
