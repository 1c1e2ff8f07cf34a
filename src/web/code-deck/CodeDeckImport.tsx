// Imports many entries of the code deck, pasted or from a file; a preview comes first.
import { Button, FileButton, Group, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { importCodeDeck } from '#contract/tariffs/code-deck.ts'
import { fieldMessageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { ImportPreview } from '../lists/ImportPreview.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { count } from '../ui/values/format.ts'

const PAUSE_MS = 400
/** A longer text is not shown in a field, which would take seconds to lay out. */
const SHOWN_MAX = 200_000

export function CodeDeckImport({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<string>()
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  const isEmpty = text.trim() === ''
  const preview = useQuery({
    queryKey: ['code-deck', 'import', asked],
    queryFn: ({ signal }) => send(importCodeDeck, { body: { text: asked, dry_run: true } }, signal),
    enabled: asked.trim() !== '',
    gcTime: 0,
    retry: false,
  })
  const load = useChange(importCodeDeck, {
    errors: 'form',
    done: 'Entries imported.',
    onDone: onClose,
  })
  const counts = asked === text && !isEmpty && !preview.isFetching ? preview.data : undefined
  const changes = counts ? counts.added + counts.renamed + counts.changed : 0
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
            loading={load.isPending}
            disabled={changes === 0}
            onClick={() => load.mutate({ body: { text, dry_run: false } })}
          >
            Import {count(changes, 'entry', 'entries')}
          </Button>
        </>
      }
    >
      <Group gap="sm">
        <FileButton onChange={(chosen) => void read(chosen)} accept=".csv,.txt,text/*">
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileText size={15} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <span className="muted">{file ?? 'CSV with prefix, country, destination, type'}</span>
      </Group>
      {text.length <= SHOWN_MAX && (
        <Textarea
          label="Entries, one per line"
          description="Prefix, country, destination, type. Country and type may be empty."
          placeholder={'2126,MA,Morocco mobile,MOBILE\n212626,,Morocco mobile Inwi'}
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
      {error && !isEmpty && (
        <p role="alert" className="danger">
          {fieldMessageOf(error)}
        </p>
      )}
      {counts && (
        <ImportPreview
          figures={{
            new: counts.added,
            renamed: counts.renamed,
            'other country or type': counts.changed,
            unchanged: counts.unchanged,
          }}
          faults={counts.faults}
          faults_count={counts.faults_count}
        />
      )}
      {preview.isFetching && <p className="muted">Checking lines…</p>}
    </Dialog>
  )
}
