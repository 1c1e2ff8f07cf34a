// One reconciliation: how its file is read, then what both sides differ in.
import { useState } from 'react'
import {
  getReconciliation,
  type OneReconciliation,
} from '#contract/reconciliations/reconciliations.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { useMay } from '../session/session.ts'
import { ComparisonSettings } from './ComparisonSettings.tsx'
import { ReconciliationResult } from './ReconciliationResult.tsx'

const LOOK_EVERY_MS = 1000

export default function ReconciliationScreen() {
  const id = useIdParam() ?? 0
  // Polled, because another process does the work.
  const found = useOne(getReconciliation, { params: { id } }, { every_ms: LOOK_EVERY_MS })
  return <Loaded query={found}>{(one) => <One key={id} reconciliation={one} />}</Loaded>
}

function One({ reconciliation }: { reconciliation: OneReconciliation }) {
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useMay('reconciliations.edit')
  const { state, layout, options } = reconciliation
  const breadcrumb = (
    <Breadcrumb trail={[{ label: 'Reconciliations', to: paths.admin.reconciliations.list }]} />
  )
  const isOpen = state === 'UPLOADED' || state === 'FAILED' || (isEditing && state === 'COMPARED')
  if (isOpen && mayEdit && layout && options) {
    return (
      <ComparisonSettings
        reconciliation={reconciliation}
        layout={layout}
        options={options}
        breadcrumb={breadcrumb}
        onDone={() => setEditing(false)}
      />
    )
  }
  return (
    <ReconciliationResult
      reconciliation={reconciliation}
      breadcrumb={breadcrumb}
      onEdit={() => setEditing(true)}
    />
  )
}
