import { useState } from 'react'
import { type ExportJob, getExportFile } from '#contract/exports/export-jobs.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { download } from '../http/download.ts'

/** The button shows that it loads: a large file takes its time before the browser has it. */
export function useFileDownload({ id, file_name }: ExportJob) {
  const [isPending, setPending] = useState(false)
  const fetch = async () => {
    setPending(true)
    try {
      await download(getExportFile, { params: { id } }, file_name)
    } catch (error) {
      alert.error(messageOf(error), { title: 'The download failed' })
    } finally {
      setPending(false)
    }
  }
  return { isPending, fetch }
}
