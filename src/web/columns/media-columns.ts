import type { Codec } from '#core/codec.ts'
import { MEDIA_MODES } from '../pickers/MediaFields.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import * as column from './common-columns.tsx'

interface MediaRow {
  readonly codecs: readonly Codec[]
  readonly media_mode: string
}

/** Codecs and media of clients and gateways. */
export const MEDIA: readonly GridColumn<MediaRow>[] = [
  {
    id: 'codecs',
    header: 'Codecs',
    width: 180,
    cell: (row) => row.codecs.join(', '),
    hidden: true,
  },
  column.choice('media_mode', 'Media', 140, MEDIA_MODES, { hidden: true }),
]
