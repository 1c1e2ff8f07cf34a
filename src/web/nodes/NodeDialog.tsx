// Adds a node, or renames one.
import { TextInput } from '@mantine/core'
import { createNode, getNode, type Node, nodeForm, updateNode } from '#contract/machine/nodes.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { formValues } from '../forms/form-values.ts'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Wide } from '../ui/form/Section.tsx'
import type { NewCode } from './JoinDialog.tsx'

interface AddNodeDialogProps {
  readonly onClose: () => void
  /** With the code, which is shown only once. */
  readonly onAdded: (added: NewCode) => void
}

export function AddNodeDialog({ onClose, onAdded }: AddNodeDialogProps) {
  const create = useChange(createNode, { errors: 'form' })
  const form = useEntityForm({
    schema: nodeForm,
    initial: { name: '' },
    save: async (body) => ({ ...(await create.mutateAsync({ body })), name: body.name }),
    onSaved: (_, added) => onAdded(added),
  })
  return (
    <FormDialog title="Add a node" save="Add" form={form} onClose={onClose}>
      <Wide>
        <TextInput
          label="Name"
          placeholder="Oslo"
          description="The next step shows the command for the new machine."
          data-autofocus
          {...form.bind('name')}
        />
      </Wide>
    </FormDialog>
  )
}

interface RenameNodeDialogProps {
  readonly node: Node
  readonly onClose: () => void
}

export function RenameNodeDialog({ node, onClose }: RenameNodeDialogProps) {
  const update = useChange(updateNode, { errors: 'form', also: ['misc'], done: 'Node renamed.' })
  const form = useEntityForm({
    schema: nodeForm,
    initial: formValues(nodeForm, node),
    edited: editedBy(
      node,
      ({ id }) => send(getNode, { params: { id } }),
      (newest) => formValues(nodeForm, newest),
    ),
    save: (body, version) =>
      update.mutateAsync({ params: { id: node.id }, body: { ...body, version } }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`Rename ${node.name}`}
      form={form}
      onClose={onClose}
      history={{ entity: 'node', id: node.id }}
    >
      <Wide>
        <TextInput label="Name" data-autofocus {...form.bind('name')} />
      </Wide>
    </FormDialog>
  )
}
