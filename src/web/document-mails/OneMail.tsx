// One document: recipients, subject and text, with the mail below them as it will look.
import { Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { MailPreview } from '#contract/notifications/document-mails.ts'
import { type DocumentKind, SUBJECT_MAX, TEXT_MAX } from '#core/notification/document-mail.ts'
import { addressesOf, addressProblem } from './addresses.ts'
import { MailAnswers } from './MailAnswers.tsx'
import styles from './MailView.module.css'
import { MailView } from './MailView.tsx'
import type { StatementRange } from './mail-kinds.ts'
import { useSendMails } from './use-send-mails.ts'

export interface MailsProps {
  readonly preview: MailPreview
  readonly kind: DocumentKind
  readonly range: StatementRange | undefined
  readonly onClose: () => void
  readonly onSent: () => void
}

export function OneMail({ preview, kind, range, onClose, onSent }: MailsProps) {
  const [first] = preview.mails
  const [to, setTo] = useState(first?.to.join(', ') ?? '')
  const [subject, setSubject] = useState(first?.subject ?? '')
  const [text, setText] = useState(first?.text ?? '')
  const [isChecked, setChecked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { done, problem, sendAll } = useSendMails(kind, range, onSent)
  if (!first) return null
  const { id, account_id, account_name, look } = first
  const addresses = addressesOf(to)
  if (first.problem !== '') {
    return (
      <p className="danger" role="alert">
        This cannot be sent: {first.problem}
      </p>
    )
  }
  const invalid = addressProblem(addresses)
  const sendIt = () => {
    setChecked(true)
    // On a phone it is above what is seen.
    if (invalid) field.current?.focus()
    else void sendAll([{ id, account_id, to: addresses, subject, text }])
  }
  const noAddress = first.to.length === 0 ? `${account_name} has no address in its profile.` : ''
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          ref={field}
          label="To"
          description={
            noAddress || 'Several addresses with commas between; each gets its own mail.'
          }
          error={isChecked && invalid}
          data-autofocus
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <TextInput
          label="Subject"
          maxLength={SUBJECT_MAX}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          label="Text"
          autosize
          minRows={5}
          maxRows={12}
          maxLength={TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <MailView subject={subject} text={text} look={look} file={preview.file} />
      </div>
      <MailAnswers
        label="Send"
        problem={problem}
        done={done}
        all={1}
        isDisabled={addresses.length === 0 || subject.trim() === '' || text.trim() === ''}
        onSend={sendIt}
        onClose={onClose}
      />
    </>
  )
}
