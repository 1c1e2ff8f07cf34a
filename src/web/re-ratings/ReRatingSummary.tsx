// Above the changes: filters, progress, and the total per account.
import { Button, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  listReRatingTotals,
  type ReRating,
  type ReRatingTotal,
} from '#contract/re-ratings/re-ratings.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { download } from '../http/download.ts'
import { useList } from '../http/use-endpoint.ts'
import { labelFor } from '../ui/form/labels.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import styles from './ReRating.module.css'
import { isReRatingBusy, progressLabel, RE_RATING_STATE_CHOICES } from './re-rating-labels.ts'

const LOOK_EVERY_MS = 2000
/** The rest is in the export. */
const SHOWN = 20

export function ReRatingSummary({ reRating }: { reRating: ReRating }) {
  const state = labelFor(RE_RATING_STATE_CHOICES, reRating.state)
  return (
    <section aria-label="Summary" className={styles.summary}>
      <Figures label="Re-rating" figures={figuresOf(reRating)} />
      {isReRatingBusy(reRating) && (
        <Progress
          value={reRating.progress / 10}
          aria-label={`${state}: ${progressLabel(reRating)}`}
          animated
        />
      )}
      {reRating.state === 'FAILED' && (
        <p role="alert" className="danger">
          Failed: {reRating.error}
        </p>
      )}
      {reRating.changes_count > 0 && <Totals reRating={reRating} />}
    </section>
  )
}

function figuresOf(reRating: ReRating): { label: string; value: ReactNode }[] {
  const { state, account_name, tariff_name, new_tariff_name, prefix } = reRating
  const of = [account_name, tariff_name, prefix && `${prefix}…`].filter(Boolean).join(' · ')
  return [
    {
      label: 'State',
      value: (
        <StatusLabel choices={RE_RATING_STATE_CHOICES} value={state}>
          {isReRatingBusy(reRating) && ` · ${progressLabel(reRating)}`}
        </StatusLabel>
      ),
    },
    {
      label: 'Calls',
      value: (
        <>
          <DateTime at={reRating.from_at} /> – <DateTime at={reRating.until_at} />
        </>
      ),
    },
    { label: 'Limited to', value: of || 'All calls' },
    { label: 'Rated with', value: new_tariff_name ?? 'Original tariffs' },
    { label: 'Charges checked', value: formatDecimal(reRating.charges_looked_at) },
    { label: 'Changes', value: formatDecimal(reRating.changes_count) },
    { label: 'Applied', value: formatDecimal(reRating.applied_count) },
    {
      label: 'Problems',
      value: (
        <span className={reRating.problems_count > 0 ? 'danger' : undefined}>
          {formatDecimal(reRating.problems_count)}
        </span>
      ),
    },
  ]
}

function Totals({ reRating }: { reRating: ReRating }) {
  const call = { params: { id: reRating.id }, query: { sort: '-difference' as const } }
  const totals = useList(
    listReRatingTotals,
    { ...call, query: { ...call.query, limit: SHOWN } },
    isReRatingBusy(reRating) ? { every_ms: LOOK_EVERY_MS } : {},
  )
  const exportAll = () =>
    download(listReRatingTotals, { ...call, query: { ...call.query, format: 'xlsx' } }).catch(
      (error: unknown) => alert.error(messageOf(error), { title: 'The export failed' }),
    )
  return (
    <div className={styles.totals}>
      <BarList
        title="Impact by account"
        columns={['Account', 'Charges', 'Before', 'After', 'Difference']}
        empty="None."
        bars={(totals.data?.rows ?? []).map(barOf)}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={14} />}
        onClick={() => void exportAll()}
      >
        Export all accounts
      </Button>
    </div>
  )
}

function barOf(total: ReRatingTotal) {
  const { account_id, account_name, currency, charges, old_amount, new_amount, difference } = total
  return {
    key: `${account_id} ${currency}`,
    label: account_name,
    figures: [
      formatDecimal(charges),
      <Amount key="old" value={old_amount} currency={currency} places={6} />,
      <Amount key="new" value={new_amount} currency={currency} places={6} />,
      <b key="difference">
        {difference > 0 ? '+' : ''}
        <Amount value={difference} currency={currency} places={6} />
      </b>,
    ],
  }
}
