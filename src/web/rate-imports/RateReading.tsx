// How an uploaded rate file is read: each choice reads its first rows again.
import { type OneRateImport, readRateFileAgain } from '#contract/rate-imports/rate-imports.ts'
import { PRICE_COLUMNS } from '#core/rate-import/layout.ts'
import { keepColumns, ReadingFields } from '../files/ReadingFields.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { SettlementPicker } from '../pickers/pickers.tsx'
import { useSees } from '../session/session.ts'

type Layout = NonNullable<OneRateImport['layout']>

interface RateReadingProps {
  readonly rateImport: OneRateImport
  readonly layout: Layout
  /** The layout that belongs to the choice. */
  readonly onRead: (layout: Layout) => void
}

export function RateReading({ rateImport, layout, onRead }: RateReadingProps) {
  const { id, head, worksheets, hidden, settlement_id } = rateImport
  const { encoding, separator, worksheet, reads_hidden } = layout
  const seesCarriers = useSees('operations')
  const reading = useChange(readRateFileAgain, {
    also: ['tariffs'],
    onDone: (answer) => {
      if (!answer.layout) return
      const isOfSame = answer.settlement_id === settlement_id
      onRead(isOfSame ? keepColumns(answer.layout, layout) : answer.layout)
    },
  })
  const read = (part: object) => {
    const body = { encoding, separator, worksheet, reads_hidden, settlement_id, ...part }
    reading.mutate({ params: { id }, body })
  }
  return (
    <>
      {seesCarriers && (
        <SettlementPicker
          label="Carrier (optional)"
          description="The next file of the carrier is read as this one."
          clearable
          value={settlement_id}
          onChange={(settlement) => read({ settlement_id: settlement })}
        />
      )}
      <ReadingFields
        layout={layout}
        head={head}
        worksheets={worksheets}
        hidden={hidden}
        numbers={PRICE_COLUMNS}
        isReading={reading.isPending}
        onRead={read}
      />
    </>
  )
}
