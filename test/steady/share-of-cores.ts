// A part of the processor, by a control group of Linux: a slow machine that is the same each time.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendSignalTo, waitUntil } from '#supervisor/processes/process-table.ts'

const ROOT = '/sys/fs/cgroup'
const PERIOD_US = 100_000
const PATIENCE_MS = 30_000

export interface ShareOfCores {
  /** Its output is that of the caller's `stdio`; all that it starts shares the same part. */
  spawn(command: readonly string[], stdio: 'inherit' | 'pipe'): ChildProcess
  /** With the processes that are left in it. */
  remove(): Promise<void>
}

/** `cores` may be below one. Throws if control groups cannot be made here. */
export function takeShareOfCores(cores: number): ShareOfCores {
  const quota_us = Math.round(cores * PERIOD_US)
  const is_second_version = existsSync(join(ROOT, 'cgroup.controllers'))
  const folder = join(ROOT, is_second_version ? '' : 'cpu', `softswitch-steady-${process.pid}`)
  try {
    if (is_second_version) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu')
    mkdirSync(folder)
    const [file, limit] = is_second_version
      ? ['cpu.max', `${quota_us} ${PERIOD_US}`]
      : ['cpu.cfs_quota_us', `${quota_us}`]
    writeFileSync(join(folder, file), limit)
  } catch (error) {
    throw new Error(`A control group needs root, and a writable ${ROOT}: ${String(error)}`)
  }
  return {
    spawn: (command, stdio) =>
      spawn('sh', ['-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder, ...command], {
        stdio: ['ignore', stdio, stdio],
      }),
    async remove() {
      const left = () => readFileSync(join(folder, 'cgroup.procs'), 'utf8').match(/\d+/g) ?? []
      for (const pid of left()) sendSignalTo(Number(pid), 'SIGKILL')
      await waitUntil(() => left().length === 0, PATIENCE_MS)
      rmdirSync(folder)
    },
  }
}
