// Changes the same fields of many things: operations, preview, application.
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BulkOperation, type BulkResource, createBulkChange } from '#contract/bulk-changes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from '../ui/form/Form.module.css'
import { count } from '../ui/format.ts'
import bulk from './BulkChange.module.css'
import { BulkPreview, type Preview } from './BulkPreview.tsx'
import type { BulkInput } from './bulk-inputs.tsx'
import { BULK_NOUNS, pathOf } from './bulk-labels.ts'
import { newOperation, OperationFields } from './OperationFields.tsx'
import { offerUndo } from './undo-bulk-change.tsx'

export type BulkSelection = Pick<BodyOf<typeof createBulkChange>, 'resource' | 'ids' | 'filter'>

interface BulkChangeDialogProps {
  readonly selection: BulkSelection
  /** How many there are, in words. */
  readonly words: string
  /** Those of the fields that the user sees. */
  readonly inputs: readonly BulkInput[]
  readonly onClose: () => void
  readonly onDone: () => void
}

type Row = BulkOperation & { readonly key: number }

export function BulkChangeDialog(props: BulkChangeDialogProps) {
  const { selection, words, inputs, onClose, onDone } = props
  const { resource } = selection
  const queries = useQueryClient()
  const [rows, setRows] = useState<readonly Row[]>([newRow(resource, inputs, [])])
  const [preview, setPreview] = useState<Preview>()
  const [skipsFaults, setSkipsFaults] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [isAsking, setAsking] = useState(false)
  const apply = useChange(createBulkChange, { also: [pathOf(resource)], errors: 'form' })
  const noun = BULK_NOUNS[resource]
  const bodyWith = (digest: string | null) => ({
    ...selection,
    operations: rows.map(({ key: _, ...operation }) => operation),
    digest,
    skips_faults: skipsFaults,
  })
  const edit = (next: readonly Row[]) => {
    setRows(next)
    setPreview(undefined)
    setProblem(undefined)
    setSkipsFaults(false)
  }
  const ask = async () => {
    setAsking(true)
    setProblem(undefined)
    try {
      setPreview(await send(createBulkChange, { body: bodyWith(null) }))
    } catch (error) {
      setProblem(error)
    } finally {
      setAsking(false)
    }
  }
  const change = () => {
    if (!preview) return
    apply.mutate(
      { body: bodyWith(preview.digest) },
      {
        onSuccess: ({ id, changed }) => {
          onDone()
          if (id !== null)
            offerUndo(queries, { id, resource }, `${count(changed, ...noun)} changed.`)
        },
        onError: (error) => {
          setProblem(error)
          setPreview(undefined)
        },
      },
    )
  }
  const canChange = preview && preview.changed > 0 && (preview.faults_count === 0 || skipsFaults)
  const fieldErrors = problem instanceof ApiError ? problem.fields : {}
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
          <Button
            variant={preview ? 'default' : 'filled'}
            loading={isAsking}
            disabled={apply.isPending}
            onClick={() => void ask()}
          >
            Preview
          </Button>
          {preview && (
            <Button disabled={!canChange} loading={apply.isPending} onClick={change}>
              Change {count(preview.changed, ...noun)}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.dialog}>
        {problem !== undefined && Object.keys(fieldErrors).length === 0 && (
          <div role="alert" className={styles.problem}>
            {messageOf(problem)}
          </div>
        )}
        <div>
          {rows.map((row, at) => (
            <div key={row.key} className={bulk.operation}>
              <OperationFields
                resource={resource}
                inputs={inputs}
                operation={row}
                error={
                  fieldErrors[`operations.${at}.value`] ?? fieldErrors[`operations.${at}.field`]
                }
                onChange={(next) =>
                  edit(rows.map((one) => (one === row ? { ...next, key: row.key } : one)))
                }
              />
              <ActionIcon
                variant="subtle"
                size={34}
                aria-label="Remove this field"
                disabled={rows.length === 1}
                onClick={() => edit(rows.filter((one) => one !== row))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </div>
          ))}
        </div>
        <div>
          <Button
            variant="light"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => edit([...rows, newRow(resource, inputs, rows)])}
          >
            Add field
          </Button>
        </div>
        {preview && (
          <BulkPreview
            preview={preview}
            noun={noun}
            skipsFaults={skipsFaults}
            onSkip={setSkipsFaults}
          />
        )}
      </div>
    </Dialog>
  )
}

/** The next field that is not among the rows. */
function newRow(resource: BulkResource, inputs: readonly BulkInput[], rows: readonly Row[]): Row {
  const free = inputs.find(({ field }) => rows.every((row) => row.field !== field)) ?? inputs[0]
  const key = 1 + Math.max(0, ...rows.map((row) => row.key))
  return { ...newOperation(resource, free?.field ?? ''), key }
}
