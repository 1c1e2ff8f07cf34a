// Puts many items on a list at once, pasted or out of a file: what would come of it is shown before
// anything is changed.
import { Button, FileButton, Switch, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { importNumberListItems } from '#contract/routing/number-list-items.ts'
import type { NumberList } from '#contract/routing/number-lists.ts'
import { fieldMessageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { ImportPreview } from '../lists/ImportPreview.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { count } from '../ui/values/format.ts'
import styles from './NumberList.module.css'
import { actionsOf, defaultAction } from './number-list-labels.ts'

const PAUSE_MS = 400
/** A longer text is not shown in a field, which would take seconds to lay out. */
const SHOWN_MAX = 200_000

interface ImportDialogProps {
  readonly list: NumberList
  readonly onClose: () => void
}

export function NumberListImport({ list, onClose }: ImportDialogProps) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<string>()
  const [action, setAction] = useState<NumberList['default_action']>(defaultAction(list))
  const [replace, setReplace] = useState(false)
  const params = { number_list_id: list.id }
  const body = { text, action, replace }
  const [asked] = useDebouncedValue(body, PAUSE_MS)
  const preview = useQuery({
    queryKey: ['number-lists', 'import', list.id, asked],
    queryFn: ({ signal }) =>
      send(importNumberListItems, { params, body: { ...asked, dry_run: true } }, signal),
    enabled: asked.text.trim() !== '',
    gcTime: 0,
    retry: false,
  })
  const load = useChange(importNumberListItems, {
    errors: 'form',
    done: 'Items imported.',
    onDone: onClose,
  })
  const isCurrent = asked.text === text && asked.action === action && asked.replace === replace
  const counts = isCurrent && text.trim() !== '' && !preview.isFetching ? preview.data : undefined
  const good = counts ? counts.added + counts.changed + counts.unchanged : 0
  const changes = counts ? counts.added + counts.changed + counts.removed : 0
  const error = load.error ?? preview.error
  const read = async (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen.name)
    setText(await chosen.text())
  }
  return (
    <Dialog
      title="Paste or import"
      onClose={onClose}
      width={640}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color={counts?.removed ? 'danger' : 'primary'}
            loading={load.isPending}
            disabled={changes === 0 || good === 0}
            onClick={() => load.mutate({ params, body: { ...body, dry_run: false } })}
          >
            {counts?.removed ? 'Replace the list' : `Import ${count(good, 'item', 'items')}`}
          </Button>
        </>
      }
    >
      <div className={styles.source}>
        <FileButton onChange={(chosen) => void read(chosen)} accept=".csv,.txt,text/*">
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileText size={15} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <span className="muted">{file ?? 'CSV, or one number per line'}</span>
      </div>
      {text.length <= SHOWN_MAX && (
        <Textarea
          label="Items, one per line"
          description="Number, then optionally min length, max length, action, tag, description."
          placeholder={'442071838750\n4420,11,13,REJECT,london,Offices'}
          autosize
          minRows={4}
          maxRows={9}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={styles.options}>
        <SelectField
          label="Default action"
          choices={actionsOf(list.mode)}
          value={action}
          onChange={(next) => setAction(next === 'ACCEPT' ? 'ACCEPT' : 'REJECT')}
        />
        <Switch
          label="Replace the whole list"
          description="Items not in the import are deleted."
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
      </div>
      {error && text.trim() !== '' && (
        <p role="alert" className="danger">
          {fieldMessageOf(error)}
        </p>
      )}
      {counts && (
        <ImportPreview
          figures={{
            new: counts.added,
            changed: counts.changed,
            unchanged: counts.unchanged,
            removed: counts.removed,
          }}
          faults={counts.faults}
          faults_count={counts.faults_count}
        />
      )}
      {preview.isFetching && <p className="muted">Checking lines…</p>}
    </Dialog>
  )
}
