// The end of a dialog that sends mails: what went wrong, how far it is, and its buttons.
import { Button, Group } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'

interface MailAnswersProps {
  readonly label: string
  readonly problem: string | undefined
  readonly done: number | undefined
  readonly all: number
  readonly isDisabled: boolean
  readonly onSend: () => void
  readonly onClose: () => void
}

export function MailAnswers(props: MailAnswersProps) {
  const { label, problem, done, all, isDisabled, onSend, onClose } = props
  return (
    <>
      {problem && (
        <p className="danger" role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        {done !== undefined && all > 1 && (
          <span role="status">
            {done} of {all}
          </span>
        )}
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button
          leftSection={<IconSend size={15} />}
          loading={done !== undefined}
          disabled={isDisabled}
          onClick={onSend}
        >
          {label}
        </Button>
      </Group>
    </>
  )
}
