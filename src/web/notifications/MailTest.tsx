// Sends a test mail by the saved server, and shows how the last one went.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import {
  getMailServer,
  type MailServer,
  testMailServer,
} from '#contract/notifications/mail-server.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { ApiError } from '../http/api-error.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { DELIVERY_STATE_CHOICES } from './notification-labels.ts'

export function MailTest() {
  const server = useOne(
    getMailServer,
    {},
    { isUnderWay: ({ last_test }) => last_test?.state === 'WAITING' },
  )
  return (
    <Section
      title="Test"
      help="Uses what is saved. It is sent immediately, also while the server is paused."
      wide
    >
      <SendTest />
      <Loaded query={server}>{({ last_test }) => <LastTest test={last_test} />}</Loaded>
    </Section>
  )
}

function SendTest() {
  const [to, setTo] = useState('')
  const [error, setError] = useState<string>()
  const test = useChange(testMailServer, { errors: 'form' })
  const start = () => {
    setError(undefined)
    test.mutate(
      { body: { to: to.trim() } },
      {
        onError: (failure) =>
          setError((failure instanceof ApiError && failure.fields.to) || failure.message),
      },
    )
  }
  return (
    <form
      aria-label="Test of the e-mail server"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <Group align="flex-end" gap="sm">
        <PlainTextField
          label="Recipient"
          type="email"
          w={280}
          maw="100%"
          value={to}
          error={error}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          Send a test
        </Button>
      </Group>
    </form>
  )
}

function LastTest({ test }: { test: MailServer['last_test'] }) {
  if (!test) return <p className="muted">No test yet.</p>
  return (
    <p role="status" aria-label="Last test" style={{ overflowWrap: 'anywhere' }}>
      <StatusLabel choices={DELIVERY_STATE_CHOICES} value={test.state} /> to {test.recipient},{' '}
      <DateTime at={test.created_at} />
      {test.last_answer && `: ${test.last_answer}`}
    </p>
  )
}
