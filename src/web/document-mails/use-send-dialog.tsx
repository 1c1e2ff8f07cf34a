// The dialog that sends documents by e-mail, for lists and pages; its form loads when it is opened.
import { IconMail } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { DocumentKind } from '#core/notification/document-mail.ts'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'
import { MAIL_KINDS, type StatementRange } from './mail-kinds.ts'

const SendMailDialog = lazy(async () => ({
  default: (await import('./SendMailDialog.tsx')).SendMailDialog,
}))

interface SendDialog {
  /** Opens it; absent without permission to send. */
  readonly open: ((ids: readonly number[]) => void) | undefined
  /** The action on one row; none without permission. */
  readonly actionOf: (id: number) => readonly RowAction[]
  readonly dialog: ReactNode
}

interface Options {
  readonly range?: StatementRange
  readonly onSent?: () => void
}

export function useSendDialog(kind: DocumentKind, { range, onSent }: Options = {}): SendDialog {
  const may = useMay(MAIL_KINDS[kind].send.needs)
  const [ids, setIds] = useState<readonly number[]>()
  return {
    open: may ? setIds : undefined,
    actionOf: (id) =>
      may
        ? [
            {
              label: 'Send by e-mail…',
              icon: <IconMail size={15} />,
              onClick: () => setIds([id]),
            },
          ]
        : [],
    dialog: ids && (
      <Suspense fallback={null}>
        <SendMailDialog
          kind={kind}
          ids={ids}
          range={range}
          onSent={onSent}
          onClose={() => setIds(undefined)}
        />
      </Suspense>
    ),
  }
}
