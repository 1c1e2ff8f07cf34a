// The actions on many rows of a list: change, block, activate and delete.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { z } from 'zod'
import {
  type BulkResource,
  bulkPermissions,
  createBulkChange,
  createBulkDeletion,
} from '#contract/bulk-changes/bulk-changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { narrowedForm } from '#contract/field-rights.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import type { Noun } from '../lists/TotalCount.tsx'
import { type ManyRows, useManyRows } from '../lists/use-many-rows.ts'
import { useUser } from '../session/session.ts'
import type { GridSelection } from '../ui/grid/column.ts'
import { count } from '../ui/values/format.ts'
import type { BulkSelection } from './BulkChangeDialog.tsx'
import type { BulkInput } from './bulk-inputs.tsx'
import { pathOf } from './bulk-labels.ts'

/** A ban has no id, and addresses have no name; an item has the id of its number list too. */
interface Named {
  readonly id?: number
  readonly ip?: string
  readonly name?: string
  readonly number_list_id?: number
  readonly key?: string
}

const idOf = ({ id, ip }: Named): string => String(id ?? ip)
/** As the API has it. */
const thingIdOf = (row: Named): string =>
  row.number_list_id === undefined ? idOf(row) : `${row.number_list_id}/${row.id}`
const nameOf = ({ name, ip, key }: Named): string => name ?? ip ?? (key || 'default')

interface BulkOptions {
  readonly resource: BulkResource
  readonly noun: Noun
  /** Absent where they can only be deleted. */
  readonly edit?: BulkEdit
  /** The effect of deleting them, as a sentence. */
  readonly remove: string
  readonly removeVerb?: RemoveVerb
  /** For parts: the whole that all rows of the list belong to. */
  readonly whole?: Readonly<Record<string, string>>
}

interface BulkEdit {
  /** Saves one of them: its form says which fields the user sees. */
  readonly update: Endpoint
  /** The inputs of their fields, loaded when they are needed. */
  readonly inputs: () => Promise<readonly BulkInput[]>
  /** The effects of blocking and activating, as sentences; absent where they have no status. */
  readonly block?: string
  readonly activate?: string
}

/** Such as Unban for bans. */
interface RemoveVerb {
  readonly verb: string
  readonly done: string
}

const DELETE: RemoveVerb = { verb: 'Delete', done: 'deleted' }

interface BulkActions {
  readonly selection?: GridSelection
  readonly selectionBar: ReactNode
  readonly dialog: ReactNode
}

const BulkChangeDialog = lazy(async () => ({
  default: (await import('./BulkChangeDialog.tsx')).BulkChangeDialog,
}))

const NAMED_MAX = 5

function namesOf(rows: readonly Named[]): string {
  const named = rows.slice(0, NAMED_MAX).map(nameOf)
  const more = rows.length - named.length
  return named.join(', ') + (more > 0 ? ` and ${count(more, 'other', 'others')}` : '')
}

function useChosen<Row extends Named>(list: ManyRows<Row>, options: BulkOptions) {
  const { resource, noun, whole } = options
  const many = useManyRows(list, { idOf, nameOf })
  const { chosen, isAll, size } = many
  const selected: BulkSelection = isAll
    ? { resource, ids: null, filter: { ...many.filter, ...whole } }
    : { resource, ids: chosen.map(thingIdOf), filter: null }
  return {
    ...many,
    selected,
    words: count(size, ...noun),
    names: isAll ? `All ${noun[1]} that match the filters.` : `${namesOf(chosen)}.`,
    isAny: chosen.length > 0,
  }
}

type Chosen = ReturnType<typeof useChosen>

function useStatusChange({ selected, names, words, clear }: Chosen, options: BulkOptions) {
  const { resource, noun, edit } = options
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const change = useChange(createBulkChange, { also: [pathOf(resource)], errors: 'form' })
  const setStatus = async (status: 'active' | 'blocked') => {
    const verb = status === 'blocked' ? 'Block' : 'Activate'
    const operations = [{ field: 'status', kind: 'set', value: status } as const]
    const body = { ...selected, operations, digest: null, skips_faults: true }
    setAsking(true)
    try {
      const preview = await alert.during(`Checking ${words}…`, send(createBulkChange, { body }))
      const { FaultList } = await import('./FaultList.tsx')
      const { offerUndo } = await import('./undo-bulk-change.tsx')
      const { faults, faults_count, changed, unchanged, digest } = preview
      const details = faults_count > 0 && <FaultList faults={faults} total={faults_count} />
      if (changed === 0) {
        const none = unchanged > 0 ? `${count(unchanged, 'is', 'are')} ${status} already.` : ''
        await alert.confirm(none, {
          title: 'Nothing to change',
          no: 'Close',
          only_no: true,
          details,
        })
        return
      }
      const effect = (status === 'blocked' ? edit?.block : edit?.activate) ?? ''
      const title = `${verb} ${changed === preview.matched ? words : count(changed, ...noun)}?`
      const sure = await alert.confirm(`${names} ${effect}`, {
        title,
        yes: verb,
        no: 'Cancel',
        dangerous: status === 'blocked',
        details,
      })
      if (!sure) return
      const work = change.mutateAsync({ body: { ...body, digest } })
      const done = await alert.during(`Changing ${count(changed, ...noun)}…`, work)
      clear()
      const is = status === 'blocked' ? 'blocked' : 'activated'
      const said = `${count(done.changed, ...noun)} ${is}.`
      if (done.id !== null) offerUndo(queries, { id: done.id, resource }, said)
    } catch (error) {
      alert.error(messageOf(error), { title: 'Nothing was changed' })
    } finally {
      setAsking(false)
    }
  }
  return { setStatus, isAsking }
}

function useDeletion({ selected, size, names, words, clear }: Chosen, options: BulkOptions) {
  const { resource, noun, removeVerb: { verb, done } = DELETE } = options
  const remove = useChange(createBulkDeletion, { also: [pathOf(resource)], errors: 'form' })
  const removeAll = async () => {
    const question = { title: `${verb} ${words}?`, yes: verb, no: 'Keep', dangerous: true }
    const whole = `${names} ${options.remove} This cannot be undone.`
    if (!(await alert.confirm(whole, question))) return
    try {
      const body = { ...selected, count: size }
      const work = remove.mutateAsync({ body })
      const { deleted, faults, faults_count } = await alert.during(`Working on ${words}…`, work)
      clear()
      alert.success(`${count(deleted, ...noun)} ${done}.`)
      if (faults_count === 0) return
      const { FaultList } = await import('./FaultList.tsx')
      await alert.confirm('', {
        title: `${count(faults_count, ...noun)} not ${done}`,
        no: 'Close',
        only_no: true,
        details: <FaultList faults={faults} total={faults_count} />,
      })
    } catch (error) {
      alert.error(messageOf(error), { title: `Nothing was ${done}` })
    }
  }
  return { removeAll, isRemoving: remove.isPending }
}

interface StatusButtonsProps {
  readonly isAsking: boolean
  readonly onSet: (status: 'active' | 'blocked') => Promise<void>
}

const StatusButtons = ({ isAsking, onSet }: StatusButtonsProps) => (
  <>
    <Button variant="default" loading={isAsking} onClick={() => void onSet('active')}>
      Activate…
    </Button>
    <Button variant="default" loading={isAsking} onClick={() => void onSet('blocked')}>
      Block…
    </Button>
  </>
)

export function useBulkActions<Row extends Named>(
  list: ManyRows<Row>,
  options: BulkOptions,
): BulkActions {
  const { resource, noun, edit, removeVerb = DELETE } = options
  const user = useUser()
  const { permissions } = user
  const { field_rights } = user
  const may = (action: 'edit' | 'delete') =>
    [...bulkPermissions(resource, action), 'bulk_changes.view' as const].every((one) =>
      permissions.includes(one),
    )
  const [fields, setFields] = useState<readonly BulkInput[]>()
  const chosen = useChosen(list, options)
  const { setStatus, isAsking } = useStatusChange(chosen, options)
  const { removeAll, isRemoving } = useDeletion(chosen, options)
  const mayEdit = edit !== undefined && may('edit')
  const mayDelete = may('delete')
  const mayBulk = mayEdit || mayDelete
  const close = () => setFields(undefined)
  const open = async ({ update, inputs }: BulkEdit) => {
    try {
      const { shape } = narrowedForm(update.body as z.ZodObject, field_rights)
      setFields((await inputs()).filter(({ field }) => field in shape))
    } catch (error) {
      alert.error(messageOf(error))
    }
  }
  const selectionBar = mayBulk && chosen.isAny && (
    <SelectionBar chosen={chosen.size} noun={noun} onClear={chosen.clear}>
      {chosen.chooseAll && (
        <Button variant="light" onClick={chosen.chooseAll}>
          {chosen.allWords}
        </Button>
      )}
      {mayEdit && (
        <>
          <Button variant="default" onClick={() => void open(edit)}>
            Edit…
          </Button>
          {edit.block && <StatusButtons isAsking={isAsking} onSet={setStatus} />}
        </>
      )}
      {mayDelete && (
        <Button
          variant="outline"
          color="danger"
          loading={isRemoving}
          onClick={() => void removeAll()}
        >
          {removeVerb.verb}…
        </Button>
      )}
    </SelectionBar>
  )
  const dialog = fields && (
    <Suspense>
      <BulkChangeDialog
        selection={chosen.selected}
        words={chosen.words}
        inputs={fields}
        onClose={close}
        onDone={() => {
          close()
          chosen.clear()
        }}
      />
    </Suspense>
  )
  return { ...(mayBulk && { selection: chosen.selection }), selectionBar, dialog }
}
