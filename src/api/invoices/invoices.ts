import type * as contract from '#contract/invoices/invoices.ts'
import { dayAfter, lastDayOf } from '#core/billing/invoice.ts'
import { chosenPeriod, type PeriodRefusal } from '#core/billing/invoice-period.ts'
import { dayIn } from '#core/time/calendar.ts'
import type { Tx } from '#db/database.ts'
import { type DraftMaker, draftDueInvoices, noteDraft } from '#db/invoices/draft-due-invoices.ts'
import { listInvoiceCalls } from '#db/invoices/invoice-calls.ts'
import { readInvoiceIssuer } from '#db/invoices/invoice-parties.ts'
import {
  copyRange,
  deleteDraft,
  findBilled,
  findFirstEntry,
  findLastRange,
  insertInvoice,
  lockBilledAccount,
  type Range,
  readLedgerEnd,
  remakeInvoice,
  setSent,
  setVoid,
} from '#db/invoices/invoice-work.ts'
import {
  findInvoice,
  type InvoiceRow,
  listInvoiceLines,
  listInvoices,
  sumOpenInvoices,
} from '#db/invoices/invoices.ts'
import { issueDraft, takeDocumentNumber } from '#db/invoices/issue-invoice.ts'
import { isPrepared } from '#db/prepared-rows.ts'
import { inUse } from '../checks/in-use.ts'
import { drawInvoice, wholeInvoice } from '../documents/invoice-file.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { callIdsOf } from '../http/own-call-ids.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { waitForJob } from '../http/wait-for-job.ts'
import {
  changeInvoice,
  changeSettled,
  lockInvoice,
  noteInvoice,
  requireIssued,
} from './change-invoice.ts'

const noteOf =
  (actor: Actor): DraftMaker['note'] =>
  (tx, what) =>
    noteActivity(tx, actor, what)

/** The period of a new draft, with the last invoice of the account locked out of change. */
async function nextRange(
  tx: Tx,
  account_id: number,
  body: { readonly from_on: string | null; readonly to_on: string },
  { timezone, last_entry_id, now_ms }: { timezone: string; last_entry_id: number; now_ms: number },
): Promise<Range> {
  const last = await findLastRange(tx, account_id)
  if (last && last.last_entry_id > last_entry_id) throw new Problem('changed-meanwhile')
  const { from_on, to_on } = body
  const first_at = last || from_on ? undefined : await findFirstEntry(tx, account_id)
  const last_ends_at = last?.ends_at
  const days = { from_on, to_on, timezone, last_ends_at, first_at, now_ms }
  const period = chosenPeriod(days)
  if (typeof period === 'string') throw badPeriod(period, timezone, last_ends_at)
  return { ...period, after_entry_id: last?.last_entry_id ?? last_entry_id }
}

function badPeriod(refusal: PeriodRefusal, timezone: string, last_ends_at = ''): Problem {
  switch (refusal) {
    case 'BEGINS_ELSEWHERE':
      return badField('from_on', 'It begins where the last invoice of the account ends.')
    case 'NOTHING_CHARGED':
      return badField('account_id', 'Nothing was charged yet.')
    case 'NOT_ENDED':
      return badField('to_on', 'This day has not ended.')
    case 'BILLED_ALREADY':
      return badField('to_on', `Billed until ${lastDayOf(timezone, last_ends_at)} already.`)
    case 'ENDS_BEFORE_IT_BEGINS':
      return badField('to_on', 'Ends before it begins.')
  }
}

function requireUnissued({ issued_at }: InvoiceRow): void {
  if (issued_at !== null) throw inUse('An issued invoice is not changed.')
}

function requireReady(row: InvoiceRow): void {
  requireUnissued(row)
  if (row.state !== 'DRAFT') throw inUse('The lines of this draft are not ready yet.')
}

function requireLatest({ is_latest }: InvoiceRow): void {
  if (!is_latest) throw inUse('A later invoice of the account continues where this one ends.')
}

export const invoices: HandlersOf<typeof contract> = {
  listInvoices: ({ database, caller, query }) =>
    listInvoices(database, caller.scope, inZoneOf(caller, query)),

  getInvoiceTotals: ({ database, caller, query }) => sumOpenInvoices(database, caller.scope, query),

  async draftDueInvoices({ database, clock, ...actor }) {
    const { scope, user_id } = actor.caller
    const { made, failed } = await draftDueInvoices(database, {
      scope,
      user_id,
      note: noteOf(actor),
      now_ms: clock.now_ms(),
    })
    return { drafts: made, failed: failed.length }
  },

  getInvoice: ({ database, caller, params }) => wholeInvoice(database, caller.scope, params.id),

  async listInvoiceLines({ database, caller, params, query }) {
    found(await findInvoice(database, caller.scope, params.id))
    return listInvoiceLines(database, caller.scope, params.id, query)
  },

  async listInvoiceCalls({ database, sessionKey, caller, params, query }) {
    const invoice = found(await findInvoice(database, caller.scope, params.id))
    return callIdsOf(caller.scope, { sessionKey }).page(query, (asked) =>
      listInvoiceCalls(database, invoice, asked),
    )
  },

  getInvoicePdf: ({ caller, params: { id }, query: { document }, ...drawing }) =>
    drawInvoice(drawing, caller.scope, { id, document }),

  async getNextPeriod({ database, caller, params: { id }, clock }) {
    const { timezone } = found(await findBilled(database, caller.scope, id))
    const last = await findLastRange(database, id)
    const first_at = await findFirstEntry(database, id)
    const dayOf = (at: string) => dayIn(timezone, Date.parse(at))
    return {
      from_on: last ? dayOf(last.ends_at) : null,
      first_on: first_at ? dayOf(first_at) : null,
      yesterday: dayAfter(dayIn(timezone, clock.now_ms()), -1),
    }
  },

  async createInvoice({ database, body, clock, ...actor }) {
    const { scope, user_id } = actor.caller
    const { account_id } = body
    const NO_ACCOUNT = 'This account does not exist.'
    if (!(await findBilled(database, scope, account_id))) throw badField('account_id', NO_ACCOUNT)
    const end = await readLedgerEnd(database, account_id)
    const now_ms = clock.now_ms()
    const id = await database.transaction().execute(async (tx) => {
      const account = await lockBilledAccount(tx, scope, account_id)
      if (!account) throw badField('account_id', NO_ACCOUNT)
      const { timezone } = account
      const { last_entry_id } = end
      const range = await nextRange(tx, account_id, body, { timezone, last_entry_id, now_ms })
      const draft = { ...range, account, end, made_by: user_id, issue_when_ready: false }
      const made_id = await insertInvoice(tx, draft)
      await noteDraft(tx, noteOf(actor), made_id, 'CREATE')
      return made_id
    })
    await waitForJob(() => isPrepared(database, 'invoice', id))
    return wholeInvoice(database, scope, id)
  },

  async remakeInvoice({ database, params: { id }, ...actor }) {
    const { account_id } = found(await findInvoice(database, actor.caller.scope, id))
    const end = await readLedgerEnd(database, account_id)
    await changeInvoice(database, actor, id, async (tx, { row }) => {
      requireUnissued(row)
      requireLatest(row)
      if (row.last_entry_id > end.last_entry_id) throw new Problem('changed-meanwhile')
      await remakeInvoice(tx, id, end)
      await noteDraft(tx, noteOf(actor), id, 'EXECUTE')
      return id
    })
    await waitForJob(() => isPrepared(database, 'invoice', id))
    return wholeInvoice(database, actor.caller.scope, id)
  },

  async replaceInvoice({ database, params: { id }, ...actor }) {
    const copy = await changeInvoice(database, actor, id, async (tx, { row, account }) => {
      if (row.state !== 'VOID') throw inUse('Only a void invoice is replaced.')
      if (row.is_replaced) throw inUse('Another invoice bills this period.')
      const copy_id = await copyRange(tx, id, account, actor.caller.user_id)
      await noteDraft(tx, noteOf(actor), copy_id, 'CREATE')
      return copy_id
    })
    await waitForJob(() => isPrepared(database, 'invoice', copy.id))
    return wholeInvoice(database, actor.caller.scope, copy.id)
  },

  discardInvoice: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { row } = await lockInvoice(tx, actor, id)
      requireUnissued(row)
      requireLatest(row)
      await deleteDraft(tx, id)
      await noteInvoice(tx, actor, 'DELETE', row, { account: [row.account_name, null] })
    }),

  issueInvoice: ({ database, params: { id }, clock, ...actor }) =>
    changeSettled(database, actor, id, async (tx, { row, account }) => {
      requireReady(row)
      const issued = await issueDraft(tx, {
        row,
        account,
        now_ms: clock.now_ms(),
        issued_by: actor.caller.user_id,
      })
      if ('refused' in issued) throw inUse(issued.refused)
      const { document_number } = issued
      await noteInvoice(tx, actor, 'EXECUTE', row, { document_number: [null, document_number] })
      return id
    }),

  markInvoiceSent: ({ database, params: { id }, clock, ...actor }) =>
    changeInvoice(database, actor, id, async (tx, { row }) => {
      requireIssued(row)
      const sent_at = toInstant(clock.now_ms())
      await setSent(tx, id, sent_at)
      await noteInvoice(tx, actor, 'EXECUTE', row, { sent_at: [row.sent_at, sent_at] })
      return id
    }),

  voidInvoice: ({ database, params: { id }, body: { reason }, clock, ...actor }) =>
    changeSettled(database, actor, id, async (tx, { row }) => {
      requireIssued(row)
      const { issuer_id } = row
      const issuer = await readInvoiceIssuer(tx, issuer_id)
      const today = dayIn(issuer.timezone, clock.now_ms())
      const number = await takeDocumentNumber(tx, issuer, 'CREDIT_NOTE', issuer_id, today)
      const voided_by = actor.caller.user_id
      const voided_at = toInstant(clock.now_ms())
      await setVoid(tx, id, {
        voided_at,
        voided_by,
        void_reason: reason,
        credit_note_number: number,
      })
      await noteInvoice(tx, actor, 'EXECUTE', row, {
        credit_note_number: [null, number],
        void_reason: [null, reason],
      })
      return id
    }),
}
