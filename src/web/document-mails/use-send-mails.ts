// Sends mails in parts, so that a long list shows how far it is.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviewedMail } from '#contract/notifications/document-mails.ts'
import type { DocumentKind } from '#core/notification/document-mail.ts'
import { alert } from '../alerts/alerts.ts'
import { fieldMessageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { count } from '../ui/values/format.ts'
import { MAIL_KINDS, type StatementRange } from './mail-kinds.ts'

const AT_ONCE = 20

export type WrittenMail = Pick<PreviewedMail, 'id' | 'account_id' | 'to' | 'subject' | 'text'>

export const mailKeyOf = ({ id, account_id }: Pick<WrittenMail, 'id' | 'account_id'>): string =>
  `${id}-${account_id}`

interface SendMails {
  /** How many are queued; undefined while none are being sent. */
  readonly done: number | undefined
  readonly problem: string | undefined
  /** The keys of those that are on the way, when others were refused: they are not sent twice. */
  readonly sent: ReadonlySet<string>
  sendAll(mails: readonly WrittenMail[]): Promise<void>
}

export function useSendMails(
  kind: DocumentKind,
  range: StatementRange | undefined,
  onSent: () => void,
): SendMails {
  const queries = useQueryClient()
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const { send: endpoint, list } = MAIL_KINDS[kind]

  async function sendAll(mails: readonly WrittenMail[]): Promise<void> {
    setProblem(undefined)
    let number = 0
    try {
      while (number < mails.length) {
        setDone(number)
        const part = mails.slice(number, number + AT_ONCE)
        await send(endpoint, { body: { mails: part, ...range } } as never)
        number += part.length
        setSent((before) => new Set([...before, ...part.map(mailKeyOf)]))
      }
      alert.success(`${count(mails.length, 'mail', 'mails')} on the way.`)
      onSent()
    } catch (error) {
      const before = number > 0 ? ` ${number} are on the way already.` : ''
      setProblem(`${fieldMessageOf(error)}${before}`)
    } finally {
      setDone(undefined)
      await queries.invalidateQueries({ queryKey: [list] })
    }
  }
  return { done, problem, sent, sendAll }
}
