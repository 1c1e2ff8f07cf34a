// Names and countries of prefixes, for rate files, reports and rules.
import { z } from 'zod'
import { DECK_SOURCES, NETWORK_TYPES } from '#core/number/code-deck.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const network_type = z.enum(NETWORK_TYPES)
const source = z.enum(DECK_SOURCES)

export const codeDeckEntryForm = z.strictObject({
  prefix: z.string().regex(/^\d{1,15}$/, '1 to 15 digits.'),
  /** Empty for codes that belong to no country. */
  country_iso2: z.union([z.literal(''), is.countryCode]),
  destination: is.name(100),
  network_type,
})

export const codeDeckEntry = codeDeckEntryForm.extend({
  id: is.id,
  version: is.version,
  /** BUILT_IN until the entry is imported or changed. */
  source,
  created_at: is.instant,
  updated_at: is.instant,
})
export type CodeDeckEntry = z.output<typeof codeDeckEntry>

const number = z.string().regex(/^\d{1,32}$/, 'Digits only.')

export const listCodeDeck = endpoint({
  method: 'GET',
  path: '/api/code-deck',
  summary: 'Names and countries of prefixes',
  needs: 'code_deck.view',
  list: true,
  query: listQuery(
    ['prefix', 'country_iso2', 'destination', 'network_type', 'source', 'updated_at'],
    {
      country_iso2: is.countryCode.optional(),
      network_type: network_type.optional(),
      source: source.optional(),
      /** Entries whose prefix begins this number; the first one is the longest. */
      number: number.optional(),
    },
  ),
  answer: z.array(codeDeckEntry),
})

export const getCodeDeckEntry = endpoint({
  method: 'GET',
  path: '/api/code-deck/:id',
  summary: 'One entry of the code deck',
  needs: 'code_deck.view',
  params: idParams,
  answer: codeDeckEntry,
})

export const createCodeDeckEntry = endpoint({
  method: 'POST',
  path: '/api/code-deck',
  summary: 'Adds an entry to the code deck',
  needs: 'code_deck.create',
  body: codeDeckEntryForm,
  answer: codeDeckEntry,
})

export const updateCodeDeckEntry = endpoint({
  method: 'PUT',
  path: '/api/code-deck/:id',
  summary: 'Changes an entry of the code deck',
  needs: 'code_deck.edit',
  params: idParams,
  body: codeDeckEntryForm.extend({ version: is.version }),
  answer: codeDeckEntry,
})

export const deleteCodeDeckEntry = endpoint({
  method: 'DELETE',
  path: '/api/code-deck/:id',
  summary: 'Deletes an entry of the code deck',
  needs: 'code_deck.delete',
  params: idParams,
})

/** Characters of a pasted or uploaded text; 100,000 lines of 60. */
const TEXT_MAX = 6_000_000

export const importCodeDeck = endpoint({
  method: 'POST',
  path: '/api/code-deck/import',
  summary: 'Imports entries of the code deck from lines of text; existing entries are updated',
  needs: 'code_deck.bulk',
  body_max: 2 * TEXT_MAX,
  body: z.strictObject({
    /** One entry per line: prefix, country, destination, type. */
    text: z.string().max(TEXT_MAX, 'At most 100,000 lines.'),
    /** Only a preview of the result. */
    dry_run: z.boolean(),
  }),
  answer: z.object({
    added: z.number(),
    /** With another destination name. */
    renamed: z.number(),
    /** With another country or type and the same name. */
    changed: z.number(),
    unchanged: z.number(),
    faults_count: z.number(),
    /** Lines that were left out; the first thousand of them. */
    faults: z.array(z.object({ line: z.number(), text: z.string(), message: z.string() })),
  }),
})
