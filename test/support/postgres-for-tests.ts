// Vitest's global set-up: one PostgreSQL for the whole run, with a migrated database to copy from.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrate.ts'
import type { Role } from '#db/role-rights.ts'
import { prepareRoles } from '#db/roles.ts'
import { startPostgres } from '#supervisor/postgres/postgres.ts'
import { canEnter, databaseUser } from '#supervisor/processes/system-user.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The migrated database; connect to another one, because it must be unused while it is copied.
     */
    template_url: string
    /** For the roles of API, engines and jobs. */
    role_urls: Record<Role, string>
  }
}

// The data is thrown away, so nothing has to reach a disk.
export const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  // A dozen databases that live for seconds have nothing to vacuum, and plans without chance.
  autovacuum: 'off',
  // In its own folder instead of /dev/shm, where a killed server leaves it behind for ever.
  dynamic_shared_memory_type: 'mmap',
}

/** The folders that a run removes when it gets a signal. */
export const testFolders: string[] = []

/** A new folder that the database's user can enter, even if $TMPDIR is private to root. */
export async function makeTestFolder(): Promise<string> {
  const base = canEnter(tmpdir(), databaseUser('/nonexistent')) ? tmpdir() : '/var/tmp'
  const folder = await mkdtemp(join(base, 'softswitch-test-'))
  testFolders.push(folder)
  await chmod(folder, 0o755)
  return folder
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTestFolder()
  const postgres = await startPostgres({ folder, log: () => {}, settings: SETTINGS })
  async function tearDown(): Promise<void> {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.url)
    const passwords = {
      api: 'the api of a test',
      engine: 'the engine of a test',
      jobs: 'the jobs of a test',
    }
    project.provide('role_urls', await prepareRoles(postgres.url, passwords, true))
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('template_url', postgres.url)
  return tearDown
}
