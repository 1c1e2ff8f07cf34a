// The actions on a node, each with a permission of its own.
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import {
  deleteNode,
  drainNode,
  type Node,
  renewNodeCode,
  undrainNode,
} from '#contract/machine/nodes.ts'
import { FIRST_NODE } from '#core/call/engine-name.ts'
import { hasJoined, isRemovable } from '#core/node-state.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'
import { JoinDialog, type NewCode } from './JoinDialog.tsx'
import { AddNodeDialog, RenameNodeDialog } from './NodeDialog.tsx'
import { drainEffect, REMOVE_EFFECT } from './node-words.ts'

/** Management and the banner name nodes, too. */
const also = ['misc']

export function useNodeActions(nodes: readonly Node[]) {
  const may = {
    create: useMay('nodes.create'),
    edit: useMay('nodes.edit'),
    delete: useMay('nodes.delete'),
  }
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Node>()
  const [code, setCode] = useState<NewCode>()
  const renew = useChange(renewNodeCode)
  const drain = useDrain(nodes)
  const remove = useRemoval()
  const askForCode = async ({ id, name }: Node): Promise<void> => {
    const sure = await alert.confirm('The last code is good no longer.', {
      title: `Make a new code for ${name}?`,
      yes: 'Make a new one',
      no: 'Cancel',
    })
    if (!sure) return
    renew.mutate({ params: { id } }, { onSuccess: (made) => setCode({ ...made, name }) })
  }
  const actions = (row: Node): readonly RowAction[] => [
    ...(may.edit
      ? [{ label: 'Rename', icon: <IconPencil size={15} />, onClick: () => setRenamed(row) }]
      : []),
    ...(may.edit && hasJoined(row.state) ? [drain(row)] : []),
    ...(may.create && !hasJoined(row.state)
      ? [
          {
            label: 'New code…',
            icon: <IconKey size={15} />,
            onClick: () => void askForCode(row),
          },
        ]
      : []),
    ...(may.delete && row.id !== FIRST_NODE ? [remove(row)] : []),
  ]
  const dialogs = (
    <>
      {isAdding && (
        <AddNodeDialog
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setAdding(false)
            setCode(added)
          }}
        />
      )}
      {renamed && <RenameNodeDialog node={renamed} onClose={() => setRenamed(undefined)} />}
      {code && <JoinDialog {...code} onClose={() => setCode(undefined)} />}
    </>
  )
  return {
    rows: {
      ...(may.create && { add: { label: 'Add a node', to: () => setAdding(true) } }),
      ...(may.edit && { onOpen: setRenamed }),
      ...((may.create || may.edit || may.delete) && { actions }),
    },
    dialogs,
  }
}

function useDrain(nodes: readonly Node[]) {
  const start = useChange(drainNode, { also })
  const end = useChange(undrainNode, { also, done: 'New calls are accepted again.' })
  const ask = async ({ id, name }: Node): Promise<void> => {
    const isLast = !nodes.some((node) => node.id !== id && node.state === 'RUNNING')
    const sure = await alert.confirm(drainEffect(isLast), {
      title: `Drain ${name}?`,
      yes: 'Drain',
      no: 'Cancel',
      dangerous: true,
    })
    if (sure) start.mutate({ params: { id } })
  }
  return (row: Node): RowAction =>
    row.drained_at === null
      ? { label: 'Drain…', icon: <IconPlayerPause size={15} />, onClick: () => void ask(row) }
      : {
          label: 'End draining',
          icon: <IconPlayerPlay size={15} />,
          onClick: () => end.mutate({ params: { id: row.id } }),
        }
}

function useRemoval() {
  const remove = useChange(deleteNode, { also })
  const ask = async ({ id, name, state }: Node): Promise<void> => {
    if (!isRemovable(state)) {
      alert.error(`${name} takes calls. Drain it, and remove it when its calls have ended.`)
      return
    }
    const sure = await alert.confirm(REMOVE_EFFECT, {
      title: `Remove ${name}?`,
      yes: 'Remove',
      no: 'Cancel',
      dangerous: true,
      type_to_confirm: name,
    })
    if (!sure) return
    const onSuccess = () => alert.success(`${name} is removed.`)
    remove.mutate({ params: { id } }, { onSuccess })
  }
  return (row: Node): RowAction => ({
    label: 'Remove…',
    icon: <IconTrash size={15} />,
    danger: true,
    onClick: () => void ask(row),
  })
}
