// Sends documents by e-mail: one is seen as a mail before it leaves, several as a list of who gets
// what.
import { useQuery } from '@tanstack/react-query'
import type { MailPreview } from '#contract/notifications/document-mails.ts'
import type { DocumentKind } from '#core/notification/document-mail.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { send } from '../http/client.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { count } from '../ui/values/format.ts'
import { WarningNote } from '../ui/WarningNote.tsx'
import { ManyMails } from './ManyMails.tsx'
import { MAIL_KINDS, type StatementRange } from './mail-kinds.ts'
import { OneMail } from './OneMail.tsx'

export interface SendMailDialogProps {
  readonly kind: DocumentKind
  readonly ids: readonly number[]
  /** The days of a statement. */
  readonly range?: StatementRange | undefined
  readonly onClose: () => void
  readonly onSent?: (() => void) | undefined
}

const SERVER_NOTES: Readonly<Record<MailPreview['server'], string>> = {
  READY: '',
  PAUSED: 'The e-mail server is paused: mails wait until it is active again.',
  NONE: 'There is no e-mail server yet: mails wait until one is entered.',
}

export function SendMailDialog({ kind, ids, range, onClose, onSent }: SendMailDialogProps) {
  const { preview, noun } = MAIL_KINDS[kind]
  const query = useQuery({
    queryKey: ['mail-preview', kind, ids, range ?? {}],
    queryFn: ({ signal }): Promise<MailPreview> =>
      send(preview, { body: { ids: [...ids], ...range } } as never, signal),
    // A newer one would overwrite what is typed.
    staleTime: 'static',
    gcTime: 0,
  })
  const done = () => {
    onSent?.()
    onClose()
  }
  const parts = { kind, range, onClose, onSent: done }
  return (
    <Dialog
      title={`Send ${count(ids.length, noun[0], noun[1])} by e-mail`}
      width={760}
      onClose={onClose}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            {SERVER_NOTES[found.server] && <WarningNote>{SERVER_NOTES[found.server]}</WarningNote>}
            {found.mails.length === 1 ? (
              <OneMail preview={found} {...parts} />
            ) : (
              <ManyMails preview={found} {...parts} />
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
