// The preview of a bulk change: how many things it changes, some of them, and those that cannot be
// changed.
import { Checkbox } from '@mantine/core'
import type { createBulkChange } from '#contract/bulk-changes/bulk-changes.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { fieldInWords, valueInWords } from '../forms/history/changes-in-words.ts'
import type { Noun } from '../lists/TotalCount.tsx'
import { useKit } from '../ui/Kit.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { count } from '../ui/values/format.ts'
import styles from './BulkChange.module.css'
import { FaultList } from './FaultList.tsx'

export type Preview = AnswerOf<typeof createBulkChange>

interface BulkPreviewProps {
  readonly preview: Preview
  readonly noun: Noun
  readonly skipsFaults: boolean
  readonly onSkip: (skips: boolean) => void
}

export function BulkPreview({ preview, noun, skipsFaults, onSkip }: BulkPreviewProps) {
  const look = useKit()
  const { changed, unchanged, faults, faults_count, examples } = preview
  const same = unchanged > 0 ? `, ${count(unchanged, 'stays as it is', 'stay as they are')}` : ''
  const isShort = examples.length < changed
  return (
    <section className={styles.preview} aria-label="Preview">
      <p role="status">
        {count(changed, ...noun)} would change{same}.
      </p>
      {examples.length > 0 && (
        <div className={styles.examples}>
          <table aria-label="Examples">
            <TableHead columns={['Name', 'Field', 'Before', 'After']} />
            <tbody>
              {examples.flatMap(({ id, name, changes, names }) =>
                Object.entries(changes).map(([field, [before, after]]) => (
                  <tr key={`${id} ${field}`}>
                    <th scope="row">{name}</th>
                    <td>{fieldInWords(field)}</td>
                    <td>{valueInWords(field, before, { names, look })}</td>
                    <td>{valueInWords(field, after, { names, look })}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
      {isShort && (
        <p className="muted">and {count(changed - examples.length, 'other', 'others')}</p>
      )}
      {faults_count > 0 && (
        <>
          <p>{count(faults_count, ...noun)} cannot be changed:</p>
          <FaultList faults={faults} total={faults_count} />
          {changed > 0 && (
            <Checkbox
              label={`Skip ${faults_count === 1 ? 'this one' : `these ${faults_count}`}`}
              checked={skipsFaults}
              onChange={(event) => onSkip(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </section>
  )
}
