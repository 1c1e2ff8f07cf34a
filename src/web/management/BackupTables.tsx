// The backups that are kept, the restore tests, and how to restore.
import type { RestoreTest } from '#contract/machine/backups.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { CopyText } from '../ui/values/CopyText.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import {
  type Backup,
  type Backups,
  lastPassed,
  restoreCommand,
  resultOf,
  testOf,
} from './backup-words.ts'
import { tookOf } from './job-words.ts'
import styles from './Management.module.css'
import { formatMachineBytes } from './machine-words.ts'
import { Panel } from './Panel.tsx'

export function BackupTables({ address, backups, tests }: Backups) {
  return (
    <>
      <Panel
        title="Backups that are kept"
        columns={['Can be restored from', 'Size', 'Took', 'Restore test']}
        empty="The first backup is made soon after the start."
      >
        {backups.map((backup) => (
          <BackupRow key={backup.name} backup={backup} test={testOf(backup, tests)} />
        ))}
      </Panel>
      <Panel
        title="Restore tests"
        columns={['Began', 'Result', 'Restored up to', 'Restore', 'Checks', 'Checked', 'Detail']}
        empty="Each backup is restored beside the database once it is made."
      >
        {tests.map((test) => (
          <TestRow key={test.id} test={test} />
        ))}
      </Panel>
      {backups.length > 0 && <HowToRestore address={address} tests={tests} />}
    </>
  )
}

function BackupRow({ backup, test }: { backup: Backup; test: RestoreTest | undefined }) {
  const took_ms = Date.parse(backup.ended_at) - Date.parse(backup.started_at)
  return (
    <tr>
      <td>
        <DateTime at={backup.ended_at} />
      </td>
      <td>{formatMachineBytes(backup.bytes)}</td>
      <td>{tookOf({ duration_ms: took_ms })}</td>
      <td>{test ? <Badge tone={resultOf(test).tone}>{resultOf(test).label}</Badge> : NONE}</td>
    </tr>
  )
}

function TestRow({ test }: { test: RestoreTest }) {
  const { started_at, restored_until, restore_ms, check_ms, indexes, rules, error, step } = test
  const { label, tone } = resultOf(test)
  return (
    <tr>
      <td>
        <DateTime at={started_at} />
      </td>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td>
        <DateTime at={restored_until} />
      </td>
      <td>{tookOf({ duration_ms: restore_ms })}</td>
      <td>{tookOf({ duration_ms: check_ms })}</td>
      <td>
        {indexes === null || rules === null
          ? NONE
          : `${formatDecimal(indexes)} indexes, ${formatDecimal(rules)} rules of the books`}
      </td>
      <td className={styles.wraps}>{error || step || NONE}</td>
    </tr>
  )
}

function HowToRestore({ address, tests }: Pick<Backups, 'address' | 'tests'>) {
  const command = restoreCommand(address, lastPassed(tests)?.restored_until ?? null)
  return (
    <section className={`panel ${styles.panel}`} aria-label="Restore">
      <h2>Restore</h2>
      <p style={{ margin: 0 }}>
        On a machine with this version installed, with the key in a file; without a time to the end
        of the log. The restored switch starts drained.
      </p>
      <div style={{ display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 }}>
        <code style={{ overflowWrap: 'anywhere' }}>{command}</code>
        <CopyText text={command} label="Copy the command" />
      </div>
    </section>
  )
}
