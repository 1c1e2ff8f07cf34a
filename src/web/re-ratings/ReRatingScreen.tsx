// One re-rating: how far it is, what it changes for whom, and every charge of it.
import { Button } from '@mantine/core'
import { IconCheck, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import {
  applyReRating,
  deleteReRating,
  getReRating,
  listReRatingChanges,
  type ReRating,
  stopReRating,
} from '#contract/re-ratings/re-ratings.ts'
import { alert } from '../alerts/alerts.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { HistoryButton } from '../forms/history/History.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useDelete } from '../forms/use-delete.tsx'
import { useChange, useOne, useRefresh } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { AccountPicker } from '../pickers/pickers.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { count } from '../ui/values/format.ts'
import { CHANGE_COLUMNS } from './change-columns.tsx'
import { ReRatingSummary } from './ReRatingSummary.tsx'
import { CHARGE_CHANGE_STATE_CHOICES, canApply, isReRatingBusy } from './re-rating-labels.ts'

const LOOK_EVERY_MS = 1000

export default function ReRatingScreen() {
  const id = useIdParam() ?? 0
  // Polled until it is done: the runner sends no notification.
  const again = useOne(getReRating, { params: { id } }, { every_ms: LOOK_EVERY_MS })
  return <Loaded query={again}>{(found) => <Changes key={id} reRating={found} />}</Loaded>
}

function Changes({ reRating }: { reRating: ReRating }) {
  const { id } = reRating
  const list = useListScreen(listReRatingChanges, {
    params: { id },
    every_ms: isReRatingBusy(reRating) && 2 * LOOK_EVERY_MS,
  })
  useFreshAtTheEnd(reRating)
  const { reRatings } = paths.admin
  return (
    <ListPage
      title={reRating.reason}
      name="re-rating-changes"
      breadcrumb={<Breadcrumb trail={[{ label: 'Re-rating', to: reRatings.list }]} />}
      list={list}
      columns={CHANGE_COLUMNS}
      noun={['change', 'changes']}
      rowId={(row) => `${row.call_id} ${row.account_id}`}
      tools={<Tools reRating={reRating} />}
      empty={
        reRating.state === 'PREVIEWING'
          ? 'No changes found yet.'
          : 'No changes: all charges match the tariffs.'
      }
      filters={
        <>
          <TextFilter label="Search by number or call" search {...list.bind('q')} />
          <AccountPicker {...asFilter('Account', list.bind('account_id'))} />
          <SelectFilter
            label="State"
            choices={CHARGE_CHANGE_STATE_CHOICES}
            {...list.bind('state')}
          />
        </>
      }
    >
      <ReRatingSummary reRating={reRating} />
    </ListPage>
  )
}

/** Data fetched while the runner works is a moment older than its last batch. */
function useFreshAtTheEnd(reRating: ReRating): void {
  const refresh = useRefresh(listReRatingChanges)
  const was_busy = useRef(false)
  const is_busy = isReRatingBusy(reRating)
  useEffect(() => {
    if (was_busy.current && !is_busy) refresh()
    was_busy.current = is_busy
  }, [is_busy, refresh])
}

function Tools({ reRating }: { reRating: ReRating }) {
  const { id, reason, state, changes_count, applied_count } = reRating
  const navigate = useNavigate()
  const mayApply = useMay('re_ratings.execute')
  const mayDelete = useMay('re_ratings.delete')
  const apply = useChange(applyReRating, { also: ['cdr', 'ledger'] })
  const stop = useChange(stopReRating, { done: 'Stopped. Applied changes are kept.' })
  const remove = useDelete(deleteReRating, 're-rating', {
    done: () => void navigate({ to: paths.admin.reRatings.list }),
  })

  const askToApply = async () => {
    const charges = count(changes_count - applied_count, 'charge', 'charges')
    const effect = `${charges} will be reversed and re-billed; balances and reports follow.`
    const question = { title: `Apply “${reason}”?`, yes: 'Apply', no: 'Cancel', dangerous: true }
    if (await alert.confirm(effect, question)) apply.mutate({ params: { id } })
  }
  return (
    <>
      <HistoryButton of={{ entity: 're_rating', id }} name={reason} />
      {mayDelete && state !== 'APPLYING' && applied_count === 0 && (
        <Button
          variant="default"
          leftSection={<IconTrash size={15} />}
          onClick={() =>
            void remove(
              { id, name: reason },
              { effect: 'Nothing was applied; only the preview is deleted.' },
            )
          }
        >
          Delete
        </Button>
      )}
      {mayApply && state === 'APPLYING' && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={15} />}
          loading={stop.isPending}
          onClick={() => stop.mutate({ params: { id } })}
        >
          Stop
        </Button>
      )}
      {mayApply && canApply(reRating) && (
        <Button
          leftSection={<IconCheck size={15} />}
          loading={apply.isPending}
          onClick={() => void askToApply()}
          data-primary-action
        >
          {applied_count > 0 ? 'Apply the rest' : 'Apply'}
        </Button>
      )}
    </>
  )
}
