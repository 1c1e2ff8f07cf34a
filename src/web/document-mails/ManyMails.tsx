// Several documents: who gets what. Those without an address, and those that cannot be sent, are
// named and left out.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PreviewedMail } from '#contract/notifications/document-mails.ts'
import plain from '../ui/PlainTable.module.css'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { ActionsHead, TableHead } from '../ui/TableHead.tsx'
import { count } from '../ui/values/format.ts'
import { WarningNote } from '../ui/WarningNote.tsx'
import { addressesOf, addressProblem } from './addresses.ts'
import { MailAnswers } from './MailAnswers.tsx'
import styles from './MailView.module.css'
import { MailView } from './MailView.tsx'
import type { MailsProps } from './OneMail.tsx'
import { mailKeyOf, useSendMails } from './use-send-mails.ts'

const namesOf = (mails: readonly PreviewedMail[]): string =>
  [...new Set(mails.map(({ account_name }) => account_name))].join(', ')

export function ManyMails({ preview, kind, range, onClose, onSent }: MailsProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [shown, show] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  const { done, problem, sent, sendAll } = useSendMails(kind, range, onSent)
  const { mails } = preview
  const textOf = (mail: PreviewedMail) => typed[mailKeyOf(mail)] ?? mail.to.join(', ')
  const written = mails.map((mail) => ({ ...mail, to: addressesOf(textOf(mail)) }))
  const refused = mails.filter((mail) => mail.problem !== '')
  const left = written.filter((mail) => mail.problem === '' && !sent.has(mailKeyOf(mail)))
  const silent = left.filter(({ to }) => to.length === 0)
  const ready = left.filter(({ to }) => to.length > 0)
  const invalid = (mail: PreviewedMail) => addressProblem(addressesOf(textOf(mail)))
  const sendThem = () => {
    setChecked(true)
    if (ready.some(invalid)) return
    void sendAll(
      ready.map(({ id, account_id, to, subject, text }) => ({
        ...{ id, account_id, to, subject, text },
      })),
    )
  }
  const opened = mails.find((mail) => mailKeyOf(mail) === shown)
  return (
    <>
      {silent.length > 0 && (
        <WarningNote>Without an address, and skipped: {namesOf(silent)}.</WarningNote>
      )}
      {refused.length > 0 && <WarningNote>Skipped: {namesOf(refused)}.</WarningNote>}
      <ScrollBox label="Who gets what">
        <table className={plain.table}>
          <TableHead columns={['Account', 'Subject', 'To']}>
            <ActionsHead name="Preview" />
          </TableHead>
          <tbody>
            {mails.map((mail) => (
              <tr key={mailKeyOf(mail)}>
                <td>{mail.account_name}</td>
                <td>{mail.problem || mail.subject}</td>
                <td>
                  <TextInput
                    className={styles.to ?? ''}
                    aria-label={`To ${mail.account_name}: ${mail.subject}`}
                    disabled={mail.problem !== '' || sent.has(mailKeyOf(mail))}
                    error={isChecked && invalid(mail)}
                    value={textOf(mail)}
                    onChange={({ currentTarget: { value } }) =>
                      setTyped((before) => ({ ...before, [mailKeyOf(mail)]: value }))
                    }
                  />
                </td>
                <td>
                  <Button
                    variant="subtle"
                    aria-expanded={shown === mailKeyOf(mail)}
                    onClick={() => show(shown === mailKeyOf(mail) ? undefined : mailKeyOf(mail))}
                  >
                    Preview
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {opened && (
        <MailView subject={opened.subject} text={opened.text} look={opened.look} file={null} />
      )}
      <MailAnswers
        label={`Send ${count(ready.length, 'mail', 'mails')}`}
        problem={problem}
        done={done}
        all={ready.length}
        isDisabled={ready.length === 0}
        onSend={sendThem}
        onClose={onClose}
      />
    </>
  )
}
