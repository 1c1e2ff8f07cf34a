// The exports of the user that are made in the background, and their files.
import { Button, Progress } from '@mantine/core'
import {
  cancelExportJob,
  deleteExportJob,
  type ExportJob,
  listExportJobs,
} from '#contract/exports/export-jobs.ts'
import { alert } from '../alerts/alerts.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useUser } from '../session/session.ts'
import plainTable from '../ui/PlainTable.module.css'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { ActionsHead, TableHead } from '../ui/TableHead.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatBytes, formatDecimal, NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import styles from './Exports.module.css'
import { EXPORT_FORMATS, EXPORT_STATES, listWords } from './export-words.ts'
import { useFileDownload } from './use-file-download.ts'

const isUnderWay = ({ state }: ExportJob): boolean => state === 'WAITING' || state === 'RUNNING'

export default function ExportsScreen() {
  const { on_behalf_of } = useUser()
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>Exports</h1>
        <span className="muted">Your files from the background, kept for a day</span>
      </div>
      {on_behalf_of === null ? (
        <OwnExports />
      ) : (
        <p className="muted">Exports are those of your own login: leave this portal to see them.</p>
      )}
    </div>
  )
}

const COLUMNS = ['List', 'State', 'Rows', 'Format', 'Size', 'Requested', 'Kept until']

function OwnExports() {
  const jobs = useOne(listExportJobs, {}, { isUnderWay: (rows) => rows.some(isUnderWay) })
  return (
    <Loaded query={jobs}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">
            No exports. The export of every list can be made in the background.
          </p>
        ) : (
          <ScrollBox label="Exports">
            <table className={`${plainTable.table} ${styles.table}`} aria-label="Exports">
              <TableHead columns={COLUMNS}>
                <ActionsHead name="Actions" />
              </TableHead>
              <tbody>
                {rows.map((job) => (
                  <JobRow key={job.id} job={job} />
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )
      }
    </Loaded>
  )
}

function JobRow({ job }: { job: ExportJob }) {
  const { list, state, error, format, bytes, file_name, created_at, expires_at } = job
  return (
    <tr>
      <td className={styles.list}>
        {listWords(list)}
        <span className={styles.file}>{file_name}</span>
        {error && <span className={styles.error}>{error}</span>}
      </td>
      <td>
        <StatusLabel choices={EXPORT_STATES} value={state} />
      </td>
      <td>
        <Rows job={job} />
      </td>
      <td>{EXPORT_FORMATS[format]}</td>
      <td>{bytes > 0 ? formatBytes(bytes) : NONE}</td>
      <td>
        <DateTime at={created_at} style="minute" />
      </td>
      <td>
        <DateTime at={expires_at} style="minute" />
      </td>
      <td>
        <Actions job={job} />
      </td>
    </tr>
  )
}

/** The share is known only if the rows could be counted. */
function Rows({ job }: { job: ExportJob }) {
  const { file_name, rows_done, rows_total } = job
  if (!isUnderWay(job))
    return rows_done > 0 || job.state === 'DONE' ? formatDecimal(rows_done) : NONE
  if (rows_total === null) return job.state === 'RUNNING' ? formatDecimal(rows_done) : NONE
  const words = `${formatDecimal(rows_done)} of ${formatDecimal(rows_total)}`
  // More rows may come in while it is made.
  const share = Math.min(100, (rows_done / Math.max(1, rows_total)) * 100)
  return (
    <>
      {words}
      <Progress value={share} miw={120} mt={4} aria-label={`Progress of ${file_name}`} />
    </>
  )
}

function Actions({ job }: { job: ExportJob }) {
  const { id, file_name } = job
  const file = useFileDownload(job)
  const cancel = useChange(cancelExportJob, { done: 'Export cancelled.' })
  const remove = useChange(deleteExportJob, { done: 'Export deleted.' })
  async function askToCancel(): Promise<void> {
    const sure = await alert.confirm('The rows that are already in the file are deleted.', {
      title: `Cancel ${file_name}?`,
      yes: 'Cancel the export',
      no: 'Continue it',
      dangerous: true,
    })
    if (sure) cancel.mutate({ params: { id } })
  }
  async function askToDelete(): Promise<void> {
    const text = job.state === 'DONE' ? 'Its file is deleted, too.' : 'It leaves this page.'
    const sure = await alert.confirm(text, {
      title: `Delete ${file_name}?`,
      yes: 'Delete',
      no: 'Keep',
      dangerous: true,
    })
    if (sure) remove.mutate({ params: { id } })
  }
  const button = { size: 'compact-xs', variant: 'default' } as const
  return (
    <span className={styles.actions}>
      {job.state === 'DONE' && (
        <Button
          {...button}
          loading={file.isPending}
          aria-label={`Download ${file_name}`}
          onClick={() => void file.fetch()}
        >
          Download
        </Button>
      )}
      {isUnderWay(job) ? (
        <Button
          {...button}
          loading={cancel.isPending}
          aria-label={`Cancel ${file_name}`}
          onClick={() => void askToCancel()}
        >
          Cancel
        </Button>
      ) : (
        <Button
          {...button}
          loading={remove.isPending}
          aria-label={`Delete ${file_name}`}
          onClick={() => void askToDelete()}
        >
          Delete
        </Button>
      )}
    </span>
  )
}
