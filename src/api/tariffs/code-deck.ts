import * as contract from '#contract/tariffs/code-deck.ts'
import { type ParsedDeck, parseDeckLines } from '#core/number/code-deck-lines.ts'
import type { Tx } from '#db/database.ts'
import { sendSignal } from '#db/signals.ts'
import {
  applyStagedEntries,
  deleteCodeDeckEntry,
  findCodeDeckEntry,
  insertCodeDeckEntry,
  listCodeDeck,
  stageEntries,
  updateCodeDeckEntry,
} from '#db/tariffs/code-deck.ts'
import { type Actor, changedMeanwhile, noteActivity, noteChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

const entity = 'code_deck_entry'
const DECK = { changed: 'code_deck' } as const
const form = contract.codeDeckEntryForm

/** The maximum of lines per import, and of reported faulty lines. */
const LINES_MAX = 100_000
const FAULTS_TOLD = 1000

const nameOf = (entry: { prefix: string; destination: string }): string =>
  `${entry.prefix} ${entry.destination}`

function parseLines(text: string): ParsedDeck {
  const parsed = parseDeckLines(text)
  const count = parsed.entries.length + parsed.faults.length
  if (count === 0) throw badField('text', 'No line contains a prefix.')
  if (count <= LINES_MAX) return parsed
  throw badField('text', `At most ${LINES_MAX.toLocaleString('en')} lines per import.`)
}

const noteImport = (tx: Tx, actor: Actor, counts: object) =>
  noteActivity(tx, actor, {
    action: 'EXECUTE',
    entity: 'code_deck',
    entity_id: '',
    entity_name: 'Import',
    changes: Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, [null, n]])),
  })

export const codeDeck: HandlersOf<typeof contract> = {
  listCodeDeck: ({ database, query }) => listCodeDeck(database, query),

  async getCodeDeckEntry({ database, params }) {
    return found(await findCodeDeckEntry(database, params.id))
  },

  createCodeDeckEntry: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const id = await insertCodeDeckEntry(tx, { ...body, source: 'MANUAL' })
      await sendSignal(tx, DECK)
      await noteChange(tx, actor, { entity, id, name: nameOf(body), form, after: body })
      return found(await findCodeDeckEntry(tx, id))
    }),

  updateCodeDeckEntry: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { version, ...after } = body
      const before = found(await findCodeDeckEntry(tx, id))
      if (!(await updateCodeDeckEntry(tx, id, version, { ...after, source: 'MANUAL' }))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await sendSignal(tx, DECK)
      await noteChange(tx, actor, { entity, id, name: nameOf(after), form, before, after })
      return found(await findCodeDeckEntry(tx, id))
    }),

  deleteCodeDeckEntry: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findCodeDeckEntry(tx, id))
      await deleteCodeDeckEntry(tx, id)
      await sendSignal(tx, DECK)
      await noteChange(tx, actor, { entity, id, name: nameOf(before), form, before })
    }),

  importCodeDeck: ({ database, body, ...actor }) => {
    const { entries, faults } = parseLines(body.text)
    return database.transaction().execute(async (tx) => {
      const counts = await stageEntries(tx, entries)
      if (!body.dry_run) {
        await applyStagedEntries(tx)
        await sendSignal(tx, DECK)
        await noteImport(tx, actor, { ...counts, left_out: faults.length })
      }
      return { ...counts, faults_count: faults.length, faults: faults.slice(0, FAULTS_TOLD) }
    })
  },
}
