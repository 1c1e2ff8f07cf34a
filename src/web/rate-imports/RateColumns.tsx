// The columns of a rate file, and the rates that are read from its first rows.
import { useMemo } from 'react'
import { listRateImportCodes } from '#contract/rate-imports/rate-import-codes.ts'
import type { OneRateImport } from '#contract/rate-imports/rate-imports.ts'
import { prefixesByName } from '#core/rate-import/deck-prefixes.ts'
import { ColumnTable } from '../files/ColumnTable.tsx'
import { messageOf } from '../http/api-error.ts'
import { useOne } from '../http/use-endpoint.ts'
import { MEANINGS } from './import-labels.ts'
import { RateOfRow } from './RateOfRow.tsx'

type Layout = NonNullable<OneRateImport['layout']>

interface RateColumnsProps {
  readonly rateImport: OneRateImport
  readonly layout: Layout
  /** Columns of numbers that no field takes. */
  readonly undecided: readonly number[]
  readonly onChange: (columns: Layout['columns']) => void
}

export function RateColumns({ rateImport, layout, undecided, onChange }: RateColumnsProps) {
  const { id, currency, head } = rateImport
  const { data: deck, error } = useOne(listRateImportCodes, { params: { id } })
  const namePrefixes = useMemo(() => deck && prefixesByName(deck), [deck])
  return (
    <>
      {error && (
        <p role="alert" className="danger">
          The code deck cannot be read: {messageOf(error)}
        </p>
      )}
      <ColumnTable
        head={head}
        layout={layout}
        meanings={MEANINGS}
        undecided={undecided}
        reading={(row) => (
          <RateOfRow row={row} layout={layout} currency={currency} namePrefixes={namePrefixes} />
        )}
        onChange={onChange}
      />
    </>
  )
}
