import type { Bind } from '../ui/form/bind.ts'
import { NumberListPicker } from './pickers.tsx'

interface NumberListValues {
  readonly dst_list_id: number | null
  readonly src_list_id: number | null
}

/** The number lists of called numbers and of callers; each is optional. */
export function NumberListFields({ bind }: { bind: Bind<NumberListValues> }) {
  const options = { pool: 'false', placeholder: 'No list', clearable: true } as const
  return (
    <>
      <NumberListPicker
        label="Called number list (optional)"
        {...options}
        {...bind('dst_list_id')}
      />
      <NumberListPicker label="Caller list (optional)" {...options} {...bind('src_list_id')} />
    </>
  )
}
