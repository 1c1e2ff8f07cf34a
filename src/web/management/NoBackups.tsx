import type { Backups } from './backup-words.ts'

/** How to set them up, where the switch makes none. */
export function NoBackups({ kind }: Pick<Backups, 'kind'>) {
  if (kind === 'EXTERNAL') {
    return (
      <section className="panel" style={{ padding: '12px 14px' }} aria-label="No backups">
        <p style={{ marginTop: 0 }}>
          The switch uses a database of its own server (<code>DATABASE_URL</code>), whose tools make
          its backups.
        </p>
        <p className="muted" style={{ marginBottom: 0 }}>
          docs/operating.md has a recipe with pgBackRest: base backups, the log all the time, and a
          restore to any second.
        </p>
      </section>
    )
  }
  return (
    <section className="panel" style={{ padding: '12px 14px' }} aria-label="No backups">
      <p style={{ marginTop: 0 }}>
        No backups are made. If the disk of this machine fails, clients, balances and records of
        calls are lost.
      </p>
      <p>
        Start the switch with a folder on another machine, or with a bucket of a store that speaks
        S3:
      </p>
      <pre style={{ overflowX: 'auto' }}>BACKUP_DIR=/mnt/backups npm start</pre>
      <p className="muted" style={{ marginBottom: 0 }}>
        From then on there is a backup each night, the log of the database goes there all the time,
        and each backup is restored beside the database to see that it can be. docs/operating.md has
        the details.
      </p>
    </section>
  )
}
