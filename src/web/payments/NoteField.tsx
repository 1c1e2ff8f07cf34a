import { Textarea, type TextareaProps } from '@mantine/core'
import { Wide } from '../ui/form/Section.tsx'

/** A note that the owner of the account sees. */
export function NoteField(props: TextareaProps) {
  return (
    <Wide>
      <Textarea label="Note (optional)" description="Visible to the client" autosize {...props} />
    </Wide>
  )
}
