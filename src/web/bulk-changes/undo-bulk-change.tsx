// Undoes a bulk change, after saying what would be skipped.
import type { QueryClient } from '@tanstack/react-query'
import {
  type BulkFault,
  type BulkResource,
  undoBulkChange,
} from '#contract/bulk-changes/bulk-changes.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { count } from '../ui/values/format.ts'
import { BULK_NOUNS, pathOf } from './bulk-labels.ts'
import { FaultList } from './FaultList.tsx'

interface Applied {
  readonly id: number
  readonly resource: BulkResource
}

const refresh = (queries: QueryClient, resource: BulkResource) =>
  Promise.all(
    ['bulk-changes', pathOf(resource)].map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )

function question(faults_count: number, faults: readonly BulkFault[]) {
  const text = 'Each gets back the values that it had before.'
  if (faults_count === 0) return [text, {}] as const
  const left = `${count(faults_count, 'other is', 'others are')} skipped:`
  return [
    `${text} ${left}`,
    { details: <FaultList faults={faults} total={faults_count} /> },
  ] as const
}

/** Answers whether it was undone. */
export async function undo(queries: QueryClient, { id, resource }: Applied): Promise<boolean> {
  const ask = (dry_run: boolean) =>
    send(undoBulkChange, { params: { id }, body: { dry_run, skips_faults: true } })
  try {
    const { changed, faults_count, faults } = await alert.during(
      'Checking what can be undone…',
      ask(true),
    )
    const words = count(changed, ...BULK_NOUNS[resource])
    if (changed === 0) {
      await alert.confirm('All of it was changed since.', {
        title: 'Nothing to undo',
        no: 'Close',
        only_no: true,
        details: <FaultList faults={faults} total={faults_count} />,
      })
      return false
    }
    const [text, details] = question(faults_count, faults)
    const title = `Undo the change of ${words}?`
    if (!(await alert.confirm(text, { title, yes: 'Undo', no: 'Cancel', ...details }))) return false
    const done = await alert.during(`Undoing the change of ${words}…`, ask(false))
    alert.success(`Change of ${count(done.changed, ...BULK_NOUNS[resource])} undone.`)
    return true
  } catch (error) {
    alert.error(messageOf(error), { title: 'Not undone' })
    return false
  } finally {
    await refresh(queries, resource)
  }
}

/** Says what was changed, with the way back. */
export function offerUndo(
  queries: QueryClient,
  applied: Applied,
  text: string,
  onUndone?: () => void,
): void {
  const goBack = async () => {
    if (await undo(queries, applied)) onUndone?.()
  }
  alert.success(text, {
    timeout: 15_000,
    action: { label: 'Undo', onClick: () => void goBack() },
  })
}
