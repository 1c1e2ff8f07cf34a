// The rates that a markup gives, while its rules are typed.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { copyForm, previewTariffCopy } from '#contract/tariffs/markups.ts'
import { prefixName } from '../../columns/prefix-name.ts'
import { messageOf } from '../../http/api-error.ts'
import { send } from '../../http/client.ts'
import { Wide } from '../../ui/form/Section.tsx'
import { TableHead } from '../../ui/TableHead.tsx'
import { Price } from '../../ui/values/Amount.tsx'
import { count, NONE } from '../../ui/values/format.ts'
import { WarningNote } from '../../ui/WarningNote.tsx'
import styles from './MarkupPreview.module.css'

interface MarkupPreviewProps {
  readonly parent_id: number
  readonly parent_currency: string
  readonly values: z.input<typeof copyForm>
}

/** Long enough to type a number. */
const PAUSE_MS = 500

export function MarkupPreview({ parent_id, parent_currency, values }: MarkupPreviewProps) {
  const [asked] = useDebouncedValue(values, PAUSE_MS)
  const body = copyForm.safeParse(asked).data
  const preview = useQuery({
    queryKey: ['markup-preview', parent_id, asked],
    queryFn: ({ signal }) =>
      body && send(previewTariffCopy, { params: { id: parent_id }, body }, signal),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!body) return <Note>Shown when all fields are filled in.</Note>
  if (preview.error) return <Note>{messageOf(preview.error)}</Note>
  const { data } = preview
  if (!data) return <Note>Computing…</Note>
  if (data.problem) {
    return (
      <Wide>
        <WarningNote>{data.problem}</WarningNote>
      </Wide>
    )
  }
  return (
    <Wide>
      <p>{count(data.rates_count, 'rate', 'rates')} of the original, for example:</p>
      {data.below_cost_count > 0 && (
        <p className="danger">Below your cost: {count(data.below_cost_count, 'rate', 'rates')}.</p>
      )}
      <table className={styles.preview} aria-label="Preview">
        <TableHead columns={['Prefix', 'Destination', 'Rule', 'Original', 'New']} />
        <tbody>
          {data.examples.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a prefix can have several rates.
            <tr key={at}>
              <td className="mono">{prefixName(one.prefix)}</td>
              <td>{one.destination || NONE}</td>
              <td className="mono">{one.rule_prefix || 'all others'}</td>
              <td>
                <Price value={one.old_rate} currency={parent_currency} />
              </td>
              <td>
                <Price value={one.rate} currency={body.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Wide>
      <p className="muted">{children}</p>
    </Wide>
  )
}
