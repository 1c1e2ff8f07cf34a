// The country of an address: by the uploaded files, and by a MaxMind DB file of an npm package for
// a kind of addresses that none of them has.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import { Reader, type Response } from 'mmdb-lib'
import { assert } from '#core/assert.ts'
import { ADDRESS_KINDS, type AddressKind } from '#core/firewall/country-network.ts'
import { CountryTable } from '#core/firewall/country-table.ts'
import { parseAddress } from '#core/ip-network.ts'
import type { Database } from '../database.ts'

export interface CountryDatabase {
  /** Ids of the uploaded files; others are a change. */
  readonly file_ids: readonly number[]
  /** Two letters by ISO 3166; null if the address has no country, such as a private one. */
  countryOf(address: string): string | null
}

interface PackagedCountries {
  readonly built_at: string
  countryOf(address: string): string | null
}

const PACKAGED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

type Row = Response & { readonly country_code?: string }

async function readPackagedCountries(): Promise<PackagedCountries> {
  const path = createRequire(import.meta.url).resolve(PACKAGED)
  const reader = new Reader<Row>(await readFile(path))
  return {
    built_at: reader.metadata.buildEpoch.toISOString(),
    countryOf: (address) => reader.get(address)?.country_code ?? null,
  }
}

interface FileRow {
  readonly id: number
  readonly kind: AddressKind
  /** Null if its table is known. */
  readonly content: Uint8Array | null
}

/** Keeps what it has read while it is in use. */
export class CountryReader {
  #packaged: Promise<PackagedCountries> | undefined
  #tables = new Map<number, CountryTable>()

  packaged(): Promise<PackagedCountries> {
    this.#packaged ??= readPackagedCountries()
    return this.#packaged
  }

  /** As the transaction sees it. */
  async read(database: Database): Promise<CountryDatabase> {
    // Another read may replace them meanwhile.
    const known = this.#tables
    const ids = [...known.keys()]
    const { rows } = await sql<FileRow>`
      select id, kind, case when id <> all (${ids}::bigint[]) then content end as content
      from country_file order by id`.execute(database)
    const used = rows.map(({ id, kind, content }) => {
      const table = content ? new CountryTable(kind, content) : known.get(id)
      assert(table, `Country file ${id} has a table`)
      return { id, kind, table }
    })
    this.#tables = new Map(used.map(({ id, table }) => [id, table]))
    const uploaded = new Map(used.map(({ kind, table }) => [kind, table]))
    const packaged = uploaded.size < ADDRESS_KINDS.length ? await this.packaged() : undefined
    return {
      file_ids: used.map(({ id }) => id),
      countryOf(address) {
        const parsed = parseAddress(address)
        if (!parsed) return null
        const table = uploaded.get(parsed.bits === 32 ? 'IPV4' : 'IPV6')
        return table ? table.countryOf(parsed.value) : (packaged?.countryOf(address) ?? null)
      },
    }
  }
}
