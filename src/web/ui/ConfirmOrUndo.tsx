// A change that is in use and is undone unless confirmed: the countdown, with both ways to end it.
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Ticking } from './values/Ticking.tsx'
import { WarningNote } from './WarningNote.tsx'

interface Way {
  readonly isPending: boolean
  readonly mutate: (call: object) => void
}

interface ConfirmOrUndoProps {
  readonly until: string
  readonly mayEdit: boolean
  readonly confirm: Way
  readonly undo: Way
  /** The change that is tried. */
  readonly children: ReactNode
}

export function ConfirmOrUndo({ until, mayEdit, confirm, undo, children }: ConfirmOrUndoProps) {
  return (
    <WarningNote>
      <p>
        {children} The change is undone in{' '}
        <b>
          <Ticking until={until} />
        </b>{' '}
        unless confirmed.
      </p>
      <Group gap={8} mt={16}>
        <Button disabled={!mayEdit} loading={confirm.isPending} onClick={() => confirm.mutate({})}>
          Confirm
        </Button>
        <Button
          variant="default"
          disabled={!mayEdit}
          loading={undo.isPending}
          onClick={() => undo.mutate({})}
        >
          Undo now
        </Button>
      </Group>
    </WarningNote>
  )
}
