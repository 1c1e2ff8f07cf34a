import type * as contract from '#contract/machine/country-database.ts'
import { CountryFileReader, type CountryFileTable } from '#core/firewall/country-file.ts'
import { COUNTRY_FILE_LIMITS } from '#core/firewall/country-network.ts'
import type { Database, Tx } from '#db/database.ts'
import {
  deleteCountryFiles,
  listCountryFiles,
  replaceCountryFile,
} from '#db/machine/country-files.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { changeZones } from '../checks/change-zones.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, Problem } from '../http/problem.ts'

/** The tables of a file without a fault; the rest of a wrong file is let through unread. */
async function readCountryFile(
  file: AsyncIterable<Uint8Array>,
): Promise<readonly CountryFileTable[]> {
  const reader = new CountryFileReader()
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > COUNTRY_FILE_LIMITS.bytes) {
      const message = `A country file has at most ${COUNTRY_FILE_LIMITS.bytes} bytes.`
      throw new Problem('too-large', { message })
    }
    reader.push(decoder.decode(chunk, { stream: true }))
  }
  const result = reader.end()
  if ('faults' in result) throw badField('file', result.faults.join(' '))
  return result.tables
}

/** One line for each file, for the activity log. */
const namesOf = async (tx: Tx, scope: Scope) =>
  (await listCountryFiles(tx, scope)).map(
    ({ kind, file_name, published_at, networks_count }) =>
      `${kind}: ${file_name} of ${published_at}, ${networks_count} networks`,
  )

/** Countries count in zones, so a change is refused that would shut out its own address. */
function changeFiles(
  request: Actor & Pick<AppContext, 'database' | 'clock' | 'firewall'>,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { scope } = request.caller
  return changeZones(request, async (tx) => {
    const before = await namesOf(tx, scope)
    await work(tx)
    await noteActivity(tx, request, {
      action: 'UPDATE',
      entity: 'firewall_zone',
      entity_id: 'countries',
      entity_name: 'Country database',
      changes: { files: [before, await namesOf(tx, scope)] },
    })
    await sendSignal(tx, { changed: 'firewall' })
  })
}

async function stateOf(database: Database, scope: Scope, firewall: AppContext['firewall']) {
  const built_in_at = await firewall.builtInCountriesAt()
  return { built_in_at, files: await listCountryFiles(database, scope) }
}

export const countryDatabase: HandlersOf<typeof contract> = {
  getCountryDatabase: ({ database, caller, firewall }) => stateOf(database, caller.scope, firewall),

  async uploadCountryFile({ query, file, ...request }) {
    const tables = await readCountryFile(file)
    const { database, caller, clock, firewall } = request
    await changeFiles(request, async (tx) => {
      for (const { table, ...counts } of tables) {
        const uploaded_at = toInstant(clock.now_ms())
        const upload = { ...query, uploaded_by: caller.username, uploaded_at }
        await replaceCountryFile(tx, { ...counts, ...upload, content: table })
      }
    })
    return stateOf(database, caller.scope, firewall)
  },

  async removeCountryFiles(request) {
    await changeFiles(request, deleteCountryFiles)
    return stateOf(request.database, request.caller.scope, request.firewall)
  },
}
