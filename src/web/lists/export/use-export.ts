// The two ways to a file of a list: fetched at once, or requested and made in the background.
import { useState } from 'react'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import type { ExportOptions } from '#contract/page.ts'
import { alert } from '../../alerts/alerts.ts'
import { messageOf } from '../../http/api-error.ts'
import { urlOf } from '../../http/client.ts'
import { download } from '../../http/download.ts'

type CallForExport<E extends Endpoint> = (part: object) => CallOf<E>

/** A list with its filters and the choices of an export, as an export job has it. */
export interface WholeList {
  readonly list: string
  readonly query: Record<string, string>
}

/** The file of a job has all rows, in the format of the job. */
const ALL_ROWS = { cursor: undefined, format: undefined, rows: undefined, total: undefined }

export function useExport<E extends Endpoint>(
  endpoint: E,
  limit: number,
  callFor: CallForExport<E>,
) {
  const [exporting, setExporting] = useState(false)
  async function exportAs(asked: ExportOptions, name: string): Promise<void> {
    setExporting(true)
    try {
      const part = asked.rows === 'page' ? { limit } : { cursor: undefined }
      await download(endpoint, callFor({ ...asked, ...part }), name)
    } catch (error) {
      alert.error(messageOf(error), { title: 'The export failed' })
    } finally {
      setExporting(false)
    }
  }
  const wholeList = (asked: ExportOptions): WholeList => {
    const { pathname, searchParams } = new URL(
      urlOf(endpoint, callFor({ ...asked, ...ALL_ROWS })),
      location.origin,
    )
    searchParams.delete('limit')
    return { list: pathname, query: Object.fromEntries(searchParams) }
  }
  return { exporting, exportAs, wholeList }
}
