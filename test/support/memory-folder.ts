// Where tests keep what is thrown away: in memory if there is room, because a database is copied
// there in a twentieth of the time.
import { readFileSync, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
/** The databases, products and browsers of three suites at once take less than half of it. */
const FREE_BYTES_MIN = 4 * 1024 ** 3

/** Nothing if it lacks the room, or if no program may run in it: PostgreSQL is copied there. */
export function memoryFolder(): string | undefined {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, path]) => path === FOLDER)
    if (!mount || mount[3]?.split(',').includes('noexec')) return undefined
    const { bavail, bsize } = statfsSync(FOLDER)
    return bavail * bsize >= FREE_BYTES_MIN ? FOLDER : undefined
  } catch {
    return undefined
  }
}
