// The result that each pasted line would have.
import type { ReactNode } from 'react'
import { TableHead } from '../../ui/TableHead.tsx'
import { StatusDot } from '../../ui/values/Badge.tsx'
import styles from './PasteIpsDialog.module.css'
import { type PastedLine, type Source, sizeLabel, wideNetwork, writeSource } from './source.ts'
import type { CheckedLines } from './use-checked-lines.ts'

interface PreviewProps {
  readonly lines: readonly PastedLine[]
  /** Why the server has refused a line, by its text. */
  readonly refused: ReadonlyMap<string, string>
  readonly checked: CheckedLines
  /** For whom they are added, once that is chosen. */
  readonly account_id: number | null
}

export function PastePreview({ lines, refused, checked, account_id }: PreviewProps) {
  return (
    <div className={styles.preview}>
      <table aria-label="Preview">
        <TableHead columns={['Address', 'Description', 'Result']} />
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may occur twice.
            <tr key={at}>
              <td className="mono">{line.source ? writeSource(line.source) : line.text}</td>
              <td>{line.source && line.description}</td>
              <td>{resultOf(line, refused.get(line.text), checked, account_id)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function resultOf(
  line: PastedLine,
  refusal: string | undefined,
  checked: CheckedLines,
  account_id: number | null,
): ReactNode {
  const { source } = line
  if (!source) return <StatusDot tone="danger">Invalid address</StatusDot>
  if (line.isRepeated) return <StatusDot tone="neutral">Duplicate line</StatusDot>
  const answer = checked.of(source)
  const same = answer?.same
  if (same && same.account_id === account_id) {
    return <StatusDot tone="neutral">Exists already</StatusDot>
  }
  if (same) return <StatusDot tone="danger">Belongs to {same.client_name}</StatusDot>
  if (refusal) return <StatusDot tone="danger">{refusal}</StatusDot>
  if (!answer) return <span className="muted">{checked.error ? 'Not checked' : 'Checking…'}</span>
  return <CanBeAdded source={source} around={answer.around} account_id={account_id} />
}

interface CanBeAddedProps {
  readonly source: Source
  readonly around: NonNullable<ReturnType<CheckedLines['of']>>['around']
  readonly account_id: number | null
}

/** With what is worth knowing before: how wide it is, and whose network it is in. */
function CanBeAdded({ source, around, account_id }: CanBeAddedProps) {
  const size = sizeLabel(source.ip)
  const warning = wideNetwork(source.ip)
  const isForeign = around !== null && around.account_id !== account_id
  return (
    <span title={warning}>
      <StatusDot tone={warning || isForeign ? 'warning' : 'success'}>
        Can be added{size && `: ${size}`}
        {around && `, within ${writeSource(around)} of ${around.client_name}`}
      </StatusDot>
    </span>
  )
}
