// The figures of an import, and what it means for accounts and margins.
import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { getRateImportCharges, type OneRateImport } from '#contract/rate-imports/rate-imports.ts'
import { EFFECTIVE } from '../bulk-changes/effect.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { labelFor } from '../ui/form/labels.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { count, formatDecimal } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { ImportLosses } from './ImportLosses.tsx'
import { ImportParties } from './ImportParties.tsx'
import {
  IMPORT_MODE_CHOICES,
  IMPORT_STATE_CHOICES,
  isImportBusy,
  RATE_CHANGE_STATE_CHOICES,
} from './import-labels.ts'
import { NewNames } from './NewNames.tsx'
import styles from './RateImport.module.css'

function effectiveOf(one: OneRateImport): ReactNode {
  const { effective, starts_at, notice_days, applied_at, has_own_dates, rate_change } = one
  if (!rate_change && has_own_dates) return 'As in the file'
  if (effective === 'AT_TIME' && starts_at) return <DateTime at={starts_at} />
  if (effective === 'NOTICE') return `Increases after ${count(notice_days, 'day', 'days')}`
  if (effective === 'AT_ONCE' && applied_at) return <DateTime at={applied_at} />
  return labelFor(EFFECTIVE, effective)
}

/** Each figure leads to its rows. */
function figuresOf(one: OneRateImport) {
  const to = paths.admin.rateImports(one.tariff_id).one(one.id)
  const figure = (label: string, value: number, filters: Readonly<Record<string, string>>) => ({
    label,
    value:
      value === 0 ? (
        '0'
      ) : (
        <ListLink to={to} filters={filters}>
          {formatDecimal(value)}
        </ListLink>
      ),
  })
  return [
    figure('New', one.new_count, { kind: 'NEW' }),
    figure('Increases', one.up_count, { kind: 'UP' }),
    figure('Decreases', one.down_count, { kind: 'DOWN' }),
    figure('Billing terms changed', one.changed_count, { kind: 'CHANGED' }),
    figure('Blocked', one.blocked_count, { kind: 'BLOCKED' }),
    figure('Removed', one.removed_count, { kind: 'REMOVED' }),
    figure('Unchanged', one.unchanged_count, { kind: 'UNCHANGED' }),
    figure('Invalid', one.invalid_count, { kind: 'INVALID' }),
    figure('Large changes', one.large_count, { warning: 'large' }),
    ...(one.rate_change === null
      ? [figure('Name of another country', one.country_conflicts_count, { warning: 'country' })]
      : []),
    one.tariff_kind === 'BUY'
      ? figure('Sold below the new cost', one.above_sell_count ?? 0, { warning: 'above_sell' })
      : figure('Below cost', one.below_cost_count ?? 0, { warning: 'below_cost' }),
  ]
}

export function ImportSummary({ rateImport }: { rateImport: OneRateImport }) {
  const { state, mode, progress, error, rate_change } = rateImport
  const figures = [
    {
      label: 'State',
      value: (
        <StatusLabel
          choices={rate_change ? RATE_CHANGE_STATE_CHOICES : IMPORT_STATE_CHOICES}
          value={state}
        />
      ),
    },
    ...(rate_change
      ? []
      : [
          {
            label: 'Prefixes not in the file',
            value: labelFor(IMPORT_MODE_CHOICES, mode).split(',')[0],
          },
        ]),
    { label: 'Effective', value: effectiveOf(rateImport) },
    ...figuresOf(rateImport),
  ]
  return (
    <section aria-label="Summary" className={styles.summary}>
      <Figures label="Import" figures={figures} />
      {isImportBusy(rateImport) && (
        <Progress
          value={progress / 10}
          aria-label={labelFor(IMPORT_STATE_CHOICES, state)}
          animated
        />
      )}
      {error !== '' && (
        <p role="alert" className="danger">
          {error}
        </p>
      )}
      {(state === 'PREVIEWED' || state === 'APPLIED') && <ImportLosses rateImport={rateImport} />}
      {state === 'PREVIEWED' && (
        <>
          <ImportParties id={rateImport.id} buys={rateImport.tariff_kind === 'BUY'} />
          {!rate_change && <NewNames id={rateImport.id} />}
        </>
      )}
      {state === 'APPLIED' && <Charged id={rateImport.id} />}
    </section>
  )
}

/** The charges made by the imported rates. */
function Charged({ id }: { id: number }) {
  const { data = [] } = useOne(getRateImportCharges, { params: { id } })
  if (data.length === 0) return <output>No calls have been charged by these rates yet.</output>
  return (
    <output>
      Charged by these rates since:{' '}
      {data.map(({ currency, calls, amount }) => (
        <span key={currency}>
          {count(calls, 'call', 'calls')}, <Amount value={amount} currency={currency} />{' '}
        </span>
      ))}
    </output>
  )
}
