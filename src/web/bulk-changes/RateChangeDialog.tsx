// Changes the same fields of many rates of a tariff; the preview is that of an import.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { BulkOperation } from '#contract/bulk-changes/bulk-operation.ts'
import type { RateChangeForm } from '#contract/rate-imports/rate-changes.ts'
import type { OneRateImport } from '#contract/rate-imports/rate-imports.ts'
import { parsePercent, percent } from '#core/money.ts'
import { RATE_CHANGE_FIELDS } from '#core/rate-import/rate-change.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from '../ui/form/Form.module.css'
import { FormCurrency } from '../ui/form/form-currency.ts'
import bulk from './BulkChange.module.css'
import { EffectFields } from './EffectFields.tsx'
import { effectOf } from './effect.ts'
import { firstOperations, OperationList } from './OperationList.tsx'
import { RATE_INPUTS } from './rate-inputs.tsx'

export type ChosenRates = Pick<RateChangeForm, 'ids' | 'filter'>

interface RateChangeDialogProps {
  /** How many there are, in words. */
  readonly words: string
  readonly currency: string
  readonly rates: ChosenRates
  readonly operations?: readonly BulkOperation[]
  readonly effect?: Parameters<typeof effectOf>[0]
  readonly preview: (body: RateChangeForm) => Promise<OneRateImport>
  readonly onClose: () => void
  readonly onDone: (rateImport: OneRateImport) => void
}

const AT_ONCE = {
  effective: 'AT_ONCE',
  starts_at: null,
  notice_days: 7,
  large_percent: percent(500_000),
} as const

export function RateChangeDialog(props: RateChangeDialogProps) {
  const { words, currency, rates, preview, onClose, onDone } = props
  const [operations, setOperations] = useState(
    () => props.operations ?? firstOperations(RATE_CHANGE_FIELDS, RATE_INPUTS),
  )
  const [options, setOptions] = useState(() => effectOf(props.effect ?? AT_ONCE))
  const [problem, setProblem] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    const large_percent = parsePercent(options.large_percent)
    if (large_percent === undefined) {
      setProblem(
        new ApiError(400, 'Invalid values.', { fields: { large_percent: 'A percentage.' } }),
      )
      return
    }
    setSending(true)
    setProblem(undefined)
    try {
      const body = { ...rates, ...options, large_percent }
      onDone(await preview({ ...body, operations: operations as RateChangeForm['operations'] }))
    } catch (error) {
      setProblem(error)
      setSending(false)
    }
  }
  const errors = problem instanceof ApiError ? problem.fields : {}
  return (
    <Dialog
      title={`Change ${words}`}
      width={720}
      grows
      onClose={onClose}
      footer={
        <div className={styles.answers}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isSending} onClick={() => void send()}>
            Preview
          </Button>
        </div>
      }
    >
      <FormCurrency value={currency}>
        <div className={styles.dialog}>
          {problem !== undefined && Object.keys(errors).length === 0 && (
            <div role="alert" className={styles.problem}>
              {messageOf(problem)}
            </div>
          )}
          <OperationList
            kinds={RATE_CHANGE_FIELDS}
            inputs={RATE_INPUTS}
            operations={operations}
            errors={errors}
            onChange={setOperations}
          />
          <p className="muted">
            Raising, adding to and rounding the rate also changes its first rate and tiers. Empty
            values stay as in the tariff. Ended rates are skipped.
          </p>
          <div className={bulk.effect}>
            <EffectFields
              options={options}
              errors={errors}
              onChange={(part) => setOptions({ ...options, ...part })}
            />
          </div>
        </div>
      </FormCurrency>
    </Dialog>
  )
}
