// One import: how its file is read, what it changes, its progress, and its undo.
import { lazy, Suspense, useState } from 'react'
import { updateRateChange } from '#contract/rate-imports/rate-changes.ts'
import { getRateImport, type OneRateImport } from '#contract/rate-imports/rate-imports.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { ImportSettings } from './ImportSettings.tsx'
import { RateImportPreview } from './RateImportPreview.tsx'

const RateChangeDialog = lazy(async () => ({
  default: (await import('../bulk-changes/RateChangeDialog.tsx')).RateChangeDialog,
}))

const LOOK_EVERY_MS = 1000

export default function RateImportScreen() {
  const id = useIdParam() ?? 0
  // Polled, because another process does the work.
  const found = useOne(getRateImport, { params: { id } }, { every_ms: LOOK_EVERY_MS })
  return <Loaded query={found}>{(rateImport) => <One key={id} rateImport={rateImport} />}</Loaded>
}

function One({ rateImport }: { rateImport: OneRateImport }) {
  const [isEditing, setEditing] = useState(false)
  const { tariff_id, tariff_name, state, layout } = rateImport
  const breadcrumb = (
    <Breadcrumb
      trail={[
        { label: tariff_name, to: paths.admin.tariffRates(tariff_id).list },
        { label: 'Imports', to: paths.admin.rateImports(tariff_id).list },
      ]}
    />
  )
  const preview = (
    <RateImportPreview
      rateImport={rateImport}
      breadcrumb={breadcrumb}
      onEdit={() => setEditing(true)}
    />
  )
  if (rateImport.rate_change) {
    return (
      <>
        {preview}
        {isEditing && <EditRateChange rateImport={rateImport} onClose={() => setEditing(false)} />}
      </>
    )
  }
  const isOpen = state === 'UPLOADED' || state === 'FAILED' || (isEditing && state === 'PREVIEWED')
  if (isOpen && layout) {
    return (
      <ImportSettings
        rateImport={rateImport}
        layout={layout}
        breadcrumb={breadcrumb}
        onDone={() => setEditing(false)}
      />
    )
  }
  return preview
}

interface EditRateChangeProps {
  readonly rateImport: OneRateImport
  readonly onClose: () => void
}

/** Previews the change again, with other operations. */
function EditRateChange({ rateImport, onClose }: EditRateChangeProps) {
  const { id, tariff_name, currency, rate_change } = rateImport
  const update = useChange(updateRateChange, { errors: 'form', also: ['tariffs'] })
  if (!rate_change || rate_change.raise) return null
  const { operations, ...rates } = rate_change
  return (
    <Suspense fallback={null}>
      <RateChangeDialog
        words={`rates of ${tariff_name}`}
        currency={currency}
        rates={rates}
        operations={operations}
        effect={rateImport}
        preview={(body) => update.mutateAsync({ params: { id }, body })}
        onClose={onClose}
        onDone={onClose}
      />
    </Suspense>
  )
}
