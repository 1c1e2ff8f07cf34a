// One import: how its file is read, what it changes, its progress, and its undo.
import { useState } from 'react'
import { getRateImport, type OneRateImport } from '#contract/rate-imports.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportSettings } from './ImportSettings.tsx'

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
  return (
    <ImportPreview
      rateImport={rateImport}
      breadcrumb={breadcrumb}
      onEdit={() => setEditing(true)}
    />
  )
}
