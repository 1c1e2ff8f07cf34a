// The command with which a new node joins, shown once, and whether it has joined.
import { Button } from '@mantine/core'
import { getNode, type Node } from '#contract/machine/nodes.ts'
import { hasJoined } from '#core/node-state.ts'
import { useOne } from '../http/use-endpoint.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { CopyText } from '../ui/values/CopyText.tsx'
import styles from './JoinDialog.module.css'
import { joinCommand } from './node-words.ts'

export interface NewCode {
  readonly id: number
  readonly name: string
  readonly code: string
}

interface JoinDialogProps extends NewCode {
  readonly onClose: () => void
}

const POLL_MS = 2000

export function JoinDialog({ id, name, code, onClose }: JoinDialogProps) {
  const { data } = useOne(getNode, { params: { id } }, { every_ms: POLL_MS })
  const command = joinCommand(code)
  return (
    <Dialog
      title={`Start ${name}`}
      onClose={onClose}
      must_answer
      width={620}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={styles.steps}>
        <p>
          On the new machine, with the same version installed, run this command with its own
          addresses:
        </p>
        <div className={styles.command}>
          <code>{command}</code>
          <CopyText text={command} label="Copy the command" />
        </div>
        <p className="muted">
          The code is good for one hour, once, and is not shown again. Later starts need none.
        </p>
        <div role="status">
          <Joining state={data?.state} name={name} />
        </div>
      </div>
    </Dialog>
  )
}

function Joining({ state, name }: { state: Node['state'] | undefined; name: string }) {
  if (state === 'CODE_EXPIRED') {
    return <StatusDot tone="danger">The code is not good any more: make a new one</StatusDot>
  }
  if (state && hasJoined(state)) return <StatusDot tone="success">{name} has joined</StatusDot>
  return <StatusDot tone="info">Waiting for the node</StatusDot>
}
