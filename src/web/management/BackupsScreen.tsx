// Backups, the log since then, and whether they can be restored.
import { Button } from '@mantine/core'
import { getBackups } from '#contract/machine/backups.ts'
import { listJobs, runJob } from '#contract/machine/jobs.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { WarningNote } from '../ui/WarningNote.tsx'
import { BackupFigures } from './BackupFigures.tsx'
import { BackupKeyNote } from './BackupKeyNote.tsx'
import { BackupTables } from './BackupTables.tsx'
import { BACKUP_JOB, type Backups, RESTORE_TEST_JOB } from './backup-words.ts'
import { NoBackups } from './NoBackups.tsx'

const POLL_MS = 2000

export default function BackupsScreen() {
  const query = useOne(getBackups, {}, { every_ms: POLL_MS })
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>Backups</h1>
        <span className="muted">Refreshed every 2 seconds</span>
        <Link to={paths.admin.jobs}>Jobs</Link>
        {query.data?.kind === 'OWN' && <Runs hasBackup={query.data.backups.length > 0} />}
      </div>
      <Loaded query={query}>
        {(backups) => (backups.kind === 'OWN' ? <Own {...backups} /> : <NoBackups {...backups} />)}
      </Loaded>
    </div>
  )
}

function Runs({ hasBackup }: { hasBackup: boolean }) {
  const { data } = useOne(listJobs, {}, { every_ms: POLL_MS })
  const may = useMay('system.edit')
  if (!data || !may) return null
  const jobOf = (wanted: string) => data.jobs.find(({ name }) => name === wanted)
  return (
    <>
      <RunButton name={BACKUP_JOB} label="Back up now" job={jobOf(BACKUP_JOB)} />
      {hasBackup && (
        <RunButton
          name={RESTORE_TEST_JOB}
          label="Test the restore now"
          job={jobOf(RESTORE_TEST_JOB)}
        />
      )}
    </>
  )
}

interface RunButtonProps {
  readonly name: string
  readonly label: string
  readonly job: { readonly is_running: boolean } | undefined
}

function RunButton({ name, label, job }: RunButtonProps) {
  const run = useChange(runJob)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!job}
      loading={run.isPending || job?.is_running === true}
      onClick={() => run.mutate({ body: { name } })}
    >
      {label}
    </Button>
  )
}

function Own(backups: Backups) {
  return (
    <>
      {backups.is_key_to_store && <BackupKeyNote />}
      <JobFailure />
      <BackupFigures {...backups} />
      <BackupTables {...backups} />
    </>
  )
}

/** A restore test that fails is in its list. */
function JobFailure() {
  const { data } = useOne(listJobs, {}, { every_ms: POLL_MS })
  const error = data?.jobs.find(({ name }) => name === BACKUP_JOB)?.error
  if (!error) return null
  return <WarningNote>The last backup failed: {error}</WarningNote>
}
