// Requests a file that is made in the background, and leads to the page where it will be.
import { useNavigate } from '@tanstack/react-router'
import { createExportJob, type ExportJobFormat } from '#contract/exports/export-jobs.ts'
import { alert } from '../../alerts/alerts.ts'
import { useChange } from '../../http/use-endpoint.ts'
import { pathFor } from '../../navigation/area-info.ts'
import { paths } from '../../navigation/paths.ts'
import { useUser } from '../../session/session.ts'
import type { ChosenFile } from './chosen-file.ts'
import type { WholeList } from './use-export.ts'

const FORMATS: Readonly<Record<ChosenFile['format'], ExportJobFormat>> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  json: 'JSON_LINES',
  parquet: 'PARQUET',
}

const NAME_MAX = 80
const SHOWN_MS = 10_000

export function useBackgroundExport(onDone: () => void) {
  const { type, on_behalf_of } = useUser()
  const navigate = useNavigate()
  const to = pathFor(type, paths.admin.exports)
  const create = useChange(createExportJob, {
    onDone: ({ file_name }) => {
      onDone()
      alert.success(file_name, {
        title: 'Made in the background',
        timeout: SHOWN_MS,
        action: { label: 'Show exports', onClick: () => void navigate({ to }) },
      })
    },
  })
  return {
    /** In the portal of another account there are none. */
    isOffered: on_behalf_of === null,
    isPending: create.isPending,
    request: (format: ChosenFile['format'], name: string, { list, query }: WholeList) => {
      const { headings: _, zone: __, ...ofParquet } = query
      create.mutate({
        body: {
          name: name.slice(0, NAME_MAX).replace(/-$/, ''),
          list,
          query: format === 'parquet' ? ofParquet : query,
          format: FORMATS[format],
        },
      })
    },
  }
}
