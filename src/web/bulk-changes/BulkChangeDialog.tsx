// Changes the same fields of many things: operations, preview, application.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BULK_FIELDS, createBulkChange } from '#contract/bulk-changes/bulk-changes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from '../ui/form/Form.module.css'
import { count } from '../ui/values/format.ts'
import bulk from './BulkChange.module.css'
import { BulkPreview, type Preview } from './BulkPreview.tsx'
import type { BulkInput } from './bulk-inputs.tsx'
import { BULK_NOUNS, pathOf } from './bulk-labels.ts'
import { firstOperations, OperationList } from './OperationList.tsx'
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
  readonly onUndone?: () => void
}

export function BulkChangeDialog(props: BulkChangeDialogProps) {
  const { selection, words, inputs, onClose, onDone, onUndone } = props
  const { resource } = selection
  const queries = useQueryClient()
  const [operations, setOperations] = useState(() => firstOperations(BULK_FIELDS[resource], inputs))
  const [preview, setPreview] = useState<Preview>()
  const [skipsFaults, setSkipsFaults] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [isAsking, setAsking] = useState(false)
  const apply = useChange(createBulkChange, { also: [pathOf(resource)], errors: 'form' })
  const noun = BULK_NOUNS[resource]
  const bodyWith = (digest: string | null) => ({
    ...selection,
    operations: [...operations],
    digest,
    skips_faults: skipsFaults,
  })
  const edit = (next: typeof operations) => {
    setOperations(next)
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
          if (id === null) return
          const said = `${count(changed, ...noun)} changed.`
          offerUndo(queries, { id, resource }, said, onUndone)
        },
        onError: (error) => {
          setProblem(error)
          setPreview(undefined)
        },
      },
    )
  }
  const canChange = preview && preview.changed > 0 && (preview.faults_count === 0 || skipsFaults)
  // Applied on the server in any case: the dialog stays until it says what came of it.
  const isBusy = apply.isPending
  const fieldErrors = problem instanceof ApiError ? problem.fields : {}
  return (
    <Dialog
      title={`Change ${words}`}
      width={720}
      grows
      must_answer={isBusy}
      onClose={onClose}
      footer={
        <div className={styles.answers}>
          {(isAsking || isBusy) && (
            <span role="status" className={`${bulk.busy} muted`}>
              {isBusy ? `Changing ${count(preview?.changed ?? 0, ...noun)}…` : `Checking ${words}…`}
            </span>
          )}
          <Button variant="subtle" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={preview ? 'default' : 'filled'}
            loading={isAsking}
            disabled={isBusy}
            onClick={() => void ask()}
          >
            Preview
          </Button>
          {preview && (
            <Button disabled={!canChange} loading={isBusy} onClick={change}>
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
        <OperationList
          kinds={BULK_FIELDS[resource]}
          inputs={inputs}
          operations={operations}
          errors={fieldErrors}
          onChange={edit}
        />
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
