import type * as contract from '#contract/reconciliations/reconciliations.ts'
import { formatMoney } from '#core/money.ts'
import { missingColumns } from '#core/reconciliation/detect-call-layout.ts'
import {
  CALL_DATE_COLUMNS,
  CALL_DECIMAL_COLUMNS,
  type CallFileLayout,
  type ReconciliationState,
} from '#core/reconciliation/reconciliation.ts'
import {
  undecidedDate,
  undecidedDateText,
  undecidedNumber,
  undecidedNumberText,
} from '#core/table-file/detect-notation.ts'
import type { TableRow } from '#core/table-file/table-file.ts'
import type { Database, Tx } from '#db/database.ts'
import { listRows, listSums } from '#db/reconciliations/reconciliation-rows.ts'
import {
  deleteReconciliation,
  type FoundReconciliation,
  findReconciliation,
  insertNote,
  listReconciliations,
  lockReconciliation,
  setDispute,
  setReconciliationState,
  startComparison,
} from '#db/reconciliations/reconciliations.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { inUse } from '../checks/in-use.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import { shownTo } from './shown-to.ts'
import { readAgain, uploadCallFile } from './upload-call-file.ts'

const read = async (database: Database, scope: Scope, id: number) =>
  found(await findReconciliation(database, scope, id))

type Changes = Record<string, readonly [unknown, unknown]>

/** Changes it by `work` while nothing else does, and writes down what became of it. */
function change(
  database: Database,
  actor: Actor,
  id: number,
  work: (
    tx: Tx,
    before: FoundReconciliation,
    state: ReconciliationState,
  ) => Promise<{ action: 'UPDATE' | 'EXECUTE'; changes: Changes }>,
) {
  const { scope } = actor.caller
  return database.transaction().execute(async (tx) => {
    await read(tx, scope, id)
    const state = found(await lockReconciliation(tx, id))
    const before = await read(tx, scope, id)
    const noted = await work(tx, before, state)
    await noteActivity(tx, actor, {
      ...noted,
      entity: 'reconciliation',
      entity_id: String(id),
      entity_name: nameOf(before),
    })
    await sendSignal(tx, { changed: 'reconciliation' })
    return shownTo(actor.caller, await read(tx, scope, id))
  })
}

const nameOf = ({ file_name, settlement_name }: FoundReconciliation): string =>
  `${file_name} of ${settlement_name}`

const WORDS = {
  CALLED_NUMBER: 'called number',
  STARTED_AT: 'time of the call, or day',
  DURATION: 'duration',
  DESTINATION: 'destination',
  PREFIX: 'prefix',
} as const

function refuseUnfitLayout(layout: CallFileLayout, head: readonly TableRow[]): void {
  const chosen = layout.columns.filter((meaning) => meaning !== null)
  const twice = chosen.find((meaning, at) => chosen.indexOf(meaning) !== at)
  if (twice) throw badField('layout.columns', `Two columns are ${twice}.`)
  const [missing] = missingColumns(layout)
  if (missing) {
    throw badField('layout.columns', `Select the column of the ${WORDS[missing as never]}.`)
  }
  const number = undecidedNumber(layout, head, CALL_DECIMAL_COLUMNS)
  if (number) throw badField('layout.decimal', undecidedNumberText(number))
  const date = undecidedDate(layout, head, CALL_DATE_COLUMNS)
  if (date) throw badField('layout.date_order', undecidedDateText(date))
}

function refuseUnfitPeriod({ from_at, until_at }: Period, { content }: CallFileLayout): void {
  if (from_at !== null && until_at !== null) {
    if (Date.parse(from_at) < Date.parse(until_at)) return
    throw badField('until_at', 'Ends before it begins.')
  }
  if (from_at !== null) throw badField('until_at', 'Required.')
  if (until_at !== null) throw badField('from_at', 'Required.')
  const isTimed = content === 'CALLS' || content === 'DAYS'
  if (!isTimed) throw badField('from_at', 'Required: the file has no times.')
}

interface Period {
  readonly from_at: string | null
  readonly until_at: string | null
}

export const reconciliations: HandlersOf<typeof contract> = {
  uploadCallFile,

  readCallFileAgain: readAgain,

  listReconciliations: ({ database, caller, query }) =>
    listReconciliations(database, caller.scope, query),

  getReconciliation: async ({ database, caller, params }) =>
    shownTo(caller, await read(database, caller.scope, params.id)),

  compareReconciliation: ({ database, params: { id }, body, ...actor }) => {
    refuseUnfitPeriod(body, body.layout)
    return change(database, actor, id, async (tx, before, state) => {
      refuseUnfitLayout(body.layout, before.head)
      if (state === 'COMPARING' || state === 'UPLOADING') throw inUse('It is being compared.')
      await startComparison(tx, id, body)
      return { action: 'EXECUTE', changes: { state: [state, 'COMPARING'] } }
    })
  },

  stopReconciliation: ({ database, params: { id }, ...actor }) =>
    change(database, actor, id, async (tx, { compared_at }, state) => {
      if (state !== 'COMPARING') throw inUse('There is nothing to stop.')
      const to = compared_at === null ? 'UPLOADED' : 'COMPARED'
      await setReconciliationState(tx, id, to)
      return { action: 'EXECUTE', changes: { state: [state, to] } }
    }),

  async listReconciliationRows({ database, caller, params, query }) {
    await read(database, caller.scope, params.id)
    return listRows(database, params.id, query)
  },

  async listReconciliationSums({ database, caller, params, query }) {
    await read(database, caller.scope, params.id)
    return listSums(database, params.id, query)
  },

  disputeReconciliation: ({ database, params: { id }, body, ...actor }) =>
    change(database, actor, id, async (tx, before) => {
      const { state, amount, note } = body
      if (before.compared_at === null) throw inUse('It is not compared yet.')
      await setDispute(tx, id, state, amount)
      if (note !== '') {
        const created_by = actor.caller.user_id
        await insertNote(tx, { reconciliation_id: id, text: note, created_by })
      }
      const was = before.dispute_amount
      return {
        action: 'UPDATE',
        changes: {
          dispute_state: [before.dispute_state, state],
          dispute_amount: [
            was === null ? null : formatMoney(was),
            amount === null ? null : formatMoney(amount),
          ],
          ...(note === '' ? {} : { note: [null, note] as const }),
        },
      }
    }),

  deleteReconciliation: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = await read(tx, actor.caller.scope, id)
      const state = found(await lockReconciliation(tx, id))
      if (state === 'COMPARING') throw inUse('It is being compared.')
      if (before.dispute_state !== null) throw inUse('It has a dispute.')
      await deleteReconciliation(tx, id)
      await noteActivity(tx, actor, {
        action: 'DELETE',
        entity: 'reconciliation',
        entity_id: String(id),
        entity_name: nameOf(before),
        changes: {},
      })
    }),
}
