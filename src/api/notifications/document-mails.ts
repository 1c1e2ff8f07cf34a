import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/notifications/document-mails.ts'
import {
  ADDRESS_OF_DOCUMENT,
  type DocumentKind,
  documentHtml,
  documentSubject,
  documentText,
} from '#core/notification/document-mail.ts'
import type { Database } from '#db/database.ts'
import { type AttachedDocument, withoutPeriod } from '#db/notifications/attachments.ts'
import { queueDocument } from '#db/notifications/delivery-log.ts'
import { findMailServer } from '#db/notifications/mail-server.ts'
import { makeSenders, type Sender } from '#db/notifications/sender-look.ts'
import { resolvePeriod } from '#db/periods.ts'
import { sendSignal } from '#db/signals.ts'
import { inUse } from '../checks/in-use.ts'
import type { Drawing } from '../documents/document-file.ts'
import { drawDocument } from '../documents/draw-document.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'
import { type Asked, findMailedDocuments, type MailedDocument } from './mailed-documents.ts'

type Range = Omit<BodyOf<typeof contract.previewStatementMails>, 'ids'>
type Mail = BodyOf<typeof contract.sendInvoiceMails>['mails'][number]
type Request = Drawing & Actor

const ENTITIES = {
  INVOICE: 'invoice',
  STATEMENT: 'account',
  RECEIPT: 'payment',
  PRICES: 'price_notification',
} as const satisfies Record<DocumentKind, string>

async function askedOf(
  { database, caller }: Pick<Request, 'database' | 'caller'>,
  kind: DocumentKind,
  range: Range,
): Promise<Asked> {
  const { scope } = caller
  const zoned = inZoneOf(caller, range)
  const { user_zone } = zoned
  if (kind !== 'STATEMENT') return { database, scope, user_zone: null }
  return { database, scope, user_zone, period: await resolvePeriod(database, zoned) }
}

const attachedOf = (
  { kind, id, account }: MailedDocument,
  { period }: Asked,
): AttachedDocument => ({
  ...withoutPeriod({ document_kind: kind, document_id: id, account_id: account.id }),
  ...(period && { starts_at: period.from_at, ends_at: period.to_at }),
})

/** Title and colours, without links: a document leads to no page. */
const lookOf = ({ title, primary, primaryText }: Sender) => ({ title, primary, primaryText })

function previewOf(one: MailedDocument, sender: Sender) {
  const { id, account, kind, problem } = one
  const named = { ...one.named, recipient: account.party }
  const address = account[ADDRESS_OF_DOCUMENT[kind]].toLowerCase()
  return {
    ...{ id, account_id: account.id, account_name: account.name, problem },
    to: address === '' ? [] : [address],
    subject: documentSubject(named, sender),
    text: documentText(named, sender),
    look: lookOf(sender),
  }
}

async function stateOfServer(database: Database): Promise<'READY' | 'PAUSED' | 'NONE'> {
  const server = await findMailServer(database)
  if (!server) return 'NONE'
  return server.status === 'paused' ? 'PAUSED' : 'READY'
}

/** A document that cannot be drawn is a problem of its mail, and no failure of the preview. */
async function drawForPreview(request: Request, asked: Asked, one: MailedDocument) {
  const document = { ...attachedOf(one, asked), timezone: asked.user_zone }
  try {
    const { name, bytes } = await drawDocument(request, asked.scope, document)
    return { file: { name, size: bytes.byteLength }, problem: '' }
  } catch (error) {
    if (error instanceof Problem) return { file: null, problem: error.message }
    throw error
  }
}

async function preview(
  request: Request,
  kind: DocumentKind,
  { ids, ...range }: Range & { readonly ids: readonly number[] },
) {
  const { database } = request
  const asked = await askedOf(request, kind, range)
  const documents = await findMailedDocuments(kind, asked, ids)
  const senderOf = await makeSenders(database)
  const mails = await Promise.all(
    documents.map(async (one) => previewOf(one, await senderOf(one.sender_id))),
  )
  const server = await stateOfServer(database)
  const [only, another] = documents
  if (!only || another || only.problem !== '') return { mails, file: null, server }
  const { file, problem } = await drawForPreview(request, asked, only)
  return { mails: mails.map((mail) => ({ ...mail, problem })), file, server }
}

/** Each mail names a document of the user, and the account that gets it. */
function documentOf(documents: readonly MailedDocument[], mail: Mail): MailedDocument {
  const { id, account_id } = mail
  const one = found(documents.find((each) => each.id === id && each.account.id === account_id))
  if (one.problem !== '') throw inUse(`${one.named.title}: ${one.problem}`)
  return one
}

async function queue(
  { database, clock, ...actor }: Request,
  kind: DocumentKind,
  { mails, ...range }: Range & { readonly mails: readonly Mail[] },
) {
  const now = toInstant(clock.now_ms())
  return database.transaction().execute(async (tx) => {
    const asked = await askedOf({ database: tx, ...actor }, kind, range)
    const ids = mails.map(({ id }) => id)
    const documents = await findMailedDocuments(kind, asked, ids)
    const senderOf = await makeSenders(tx)
    let queued = 0
    for (const mail of mails) {
      const one = documentOf(documents, mail)
      const { sender_id } = one
      const sender = await senderOf(sender_id)
      const { from_name, reply_to } = sender
      for (const recipient of new Set(mail.to)) {
        const words = {
          ...{ subject: mail.subject, body_text: `${mail.text}\n` },
          body_html: documentHtml(mail.text, lookOf(sender)),
        }
        await queueDocument(
          tx,
          {
            ...{ owner_id: sender_id, sender_id, rule_id: null, channel: 'EMAIL', recipient },
            ...{ timezone: asked.user_zone, severity: 'INFO', from_name, reply_to, ...words },
            ...{ created_at: now, queued_at: now, next_try_at: now },
          },
          attachedOf(one, asked),
        )
        queued += 1
      }
      await noteActivity(tx, actor, {
        action: 'EXECUTE',
        entity: ENTITIES[kind],
        entity_id: String(mail.id),
        entity_name: `${one.named.title}, ${one.account.name}`,
        changes: { mailed_to: [null, mail.to.join(', ')] },
      })
    }
    await sendSignal(tx, { changed: 'notifications' })
    return { queued }
  })
}

export const documentMails: HandlersOf<typeof contract> = {
  previewInvoiceMails: ({ body, ...request }) => preview(request, 'INVOICE', body),
  sendInvoiceMails: ({ body, ...request }) => queue(request, 'INVOICE', body),
  previewStatementMails: ({ body, ...request }) => preview(request, 'STATEMENT', body),
  sendStatementMails: ({ body, ...request }) => queue(request, 'STATEMENT', body),
  previewReceiptMails: ({ body, ...request }) => preview(request, 'RECEIPT', body),
  sendReceiptMails: ({ body, ...request }) => queue(request, 'RECEIPT', body),
  previewPriceMails: ({ body, ...request }) => preview(request, 'PRICES', body),
  sendPriceMails: ({ body, ...request }) => queue(request, 'PRICES', body),
}
