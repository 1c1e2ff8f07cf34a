// The folder of a run: what its tests throw away is below it, in memory if there is room, because a
// database is copied there in a twentieth of the time. A run that is killed leaves it behind, and
// memory with it: the next run removes it.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { sendSignalTo } from '#supervisor/processes/process-table.ts'
import { factOf, processesNow } from '../support/processes-now.ts'

const MEMORY = '/dev/shm'
/** The databases, products and browsers of a phase take less than half of it. */
const FREE_BYTES_MIN = 4 * 1024 ** 3
const PREFIX = 'softswitch-run-'
/** Its owner is not yet in it. */
const NEW_PREFIX = 'softswitch-new-run-'
/** Names the process whose folder it is: its id and, because ids come again, its begin. */
const OWNER = 'owner'
/** The parent of those whose own one is gone. */
const INIT = 1

/**
 * Makes the folder of this process, which is removed when it exits; a child of a run has that of
 * the run. Those of runs that were killed are removed first, with the programs that still use them.
 * Prints what it removed, and why the tests cannot use memory.
 */
export function takeRunFolder(): string {
  const given = process.env.TMPDIR
  if (given && basename(given).startsWith(PREFIX)) return given
  for (const line of [...new Set([MEMORY, '/var/tmp', tmpdir()])].flatMap(removeLeft)) {
    console.log(line)
  }
  const lack = given ? undefined : lackOfMemory()
  if (lack) console.log(`The tests use the disk, where they are slow: ${lack}`)
  const path = makeFolder(lack ? tmpdir() : (given ?? MEMORY))
  process.on('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A run that starts at this moment must not take it for one that was left. */
function makeFolder(base: string): string {
  const unowned = mkdtempSync(join(base, NEW_PREFIX))
  // The user of the database goes through it.
  chmodSync(unowned, 0o755)
  writeFileSync(join(unowned, OWNER), `${process.pid} ${processesNow().get(process.pid)?.began}`)
  const path = unowned.replace(NEW_PREFIX, PREFIX)
  renameSync(unowned, path)
  return path
}

/** Memory and room at the start of a run: one that lacks them takes several times as long. */
export function sayRoom(path: string): string {
  const room = `room for tests in ${dirname(path)} ${gigabytes(roomIn(path))}`
  return `Free memory ${gigabytes(freemem())}, ${room}.`
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Why the tests cannot use memory, if so. Programs run there: PostgreSQL is copied. */
function lackOfMemory(): string | undefined {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const mount = mounts.map((line) => line.split(' ')).find(([, path]) => path === MEMORY)
  if (!mount) return `${MEMORY} is missing.`
  if (mount[3]?.split(',').includes('noexec')) return `no program may run in ${MEMORY}.`
  const room = roomIn(MEMORY)
  if (room >= FREE_BYTES_MIN) return undefined
  return `${MEMORY} has ${gigabytes(room)} left, and ${gigabytes(FREE_BYTES_MIN)} are needed.`
}

function removeLeft(base: string): string[] {
  if (!existsSync(base)) return []
  const names = readdirSync(base).filter((name) => name.startsWith(PREFIX))
  return names.map((name) => {
    const path = join(base, name)
    const processes = processesNow()
    const owner = livingOwner(path, processes)
    if (owner) return `Another run is under way, process ${owner} with ${path}: both are slower.`
    const users = [...processes].filter(([pid]) => uses(path, pid))
    const living = users.find(([, user]) => !isLeft(user, users))
    if (living) return `Left as it is, because process ${living[0]} uses it: ${path}.`
    const before = roomIn(base)
    try {
      for (const [pid] of users) sendSignalTo(pid, 'SIGKILL')
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    } catch (error) {
      // It belongs to another user.
      return `Left as it is, because it cannot be removed: ${String(error)}.`
    }
    const gained = gigabytes(Math.max(0, roomIn(base) - before))
    const ended = users.length === 0 ? '' : `, and ended ${users.length} processes that it had left`
    return `Removed what a run that was killed had left: ${path}, ${gained}${ended}.`
  })
}

type Processes = ReturnType<typeof processesNow>
type User = readonly [pid: number, { readonly parent: number }]

/** Undefined if its run is over, or if it says nothing of one: a run before this rule made it. */
function livingOwner(path: string, processes: Processes): number | undefined {
  try {
    const [pid, began] = readFileSync(join(path, OWNER), 'utf8').split(' ')
    return processes.get(Number(pid))?.began === began ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/** Whether the process works in the folder, or was started with a file or a $TMPDIR in it. */
const uses = (path: string, pid: number): boolean =>
  (['cwd', 'cmdline', 'environ'] as const).some((fact) => factOf(pid, fact).includes(path))

/** Whether the killed run had started it, and not the shell of a user who looks into the folder. */
const isLeft = ({ parent }: User[1], users: readonly User[]): boolean =>
  parent === INIT || users.some(([pid]) => pid === parent)
