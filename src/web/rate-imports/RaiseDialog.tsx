// Raises the rates that sell below the new cost: a bulk change with a preview and an undo.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createRateChange } from '#contract/rate-imports/rate-changes.ts'
import type { LosingTariff } from '#contract/rate-imports/rate-import-losses.ts'
import { parsePercent, percent } from '#core/money.ts'
import { EffectFields } from '../bulk-changes/EffectFields.tsx'
import { effectOf } from '../bulk-changes/effect.ts'
import { useChange } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { PercentField } from '../ui/form/DecimalField.tsx'
import styles from '../ui/form/Form.module.css'
import { count } from '../ui/values/format.ts'

interface RaiseDialogProps {
  /** The import. */
  readonly losses_of: number
  readonly tariff: LosingTariff
  readonly onClose: () => void
}

const AT_ONCE = {
  effective: 'AT_ONCE',
  starts_at: null,
  notice_days: 7,
  large_percent: percent(500_000),
} as const

export function RaiseDialog({ losses_of, tariff, onClose }: RaiseDialogProps) {
  const [margin, setMargin] = useState('10')
  const [options, setOptions] = useState(() => effectOf(AT_ONCE))
  const navigate = useNavigate()
  const change = useChange(createRateChange, {
    also: ['tariffs'],
    onDone: ({ id }) => void navigate({ to: paths.admin.rateImports(tariff.id).one(id) }),
  })
  const by = parsePercent(margin)
  const large_percent = parsePercent(options.large_percent)
  const send = () => {
    if (by === undefined || large_percent === undefined) return
    change.mutate({
      params: { tid: tariff.id },
      body: {
        ...{ ...options, large_percent, ids: null, filter: null, operations: [] },
        raise: { losses_of, percent: by },
      },
    })
  }
  return (
    <Dialog
      title={`Raise ${count(tariff.prefixes_count, 'rate', 'rates')} of ${tariff.name}`}
      width={560}
      onClose={onClose}
      footer={
        <div className={styles.answers}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={change.isPending}
            disabled={by === undefined || large_percent === undefined}
            onClick={send}
          >
            Preview
          </Button>
        </div>
      }
    >
      <div className={styles.dialog}>
        <PercentField
          label="Above the new cost"
          value={margin}
          onChange={(value) => setMargin(value ?? '')}
        />
        <EffectFields options={options} onChange={(part) => setOptions({ ...options, ...part })} />
      </div>
    </Dialog>
  )
}
