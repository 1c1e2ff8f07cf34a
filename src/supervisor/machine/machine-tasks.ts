// Executes the actions that the console requests from the supervisor, one after another.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#db/database.ts'
import { clearTasks, finishTask, type MachineTask, takeTask } from '#db/machine/machine-tasks.ts'
import { listenForSignals } from '#db/signals.ts'

/** A signal can be lost. */
const LOOK_EVERY_MS = 5000
const STOP_TIMEOUT_MS = 3000
const MESSAGE_LENGTH = 2000

/** Each answers what it has done, in a sentence; an error is what the console shows. */
export type TaskRunners = Readonly<
  Record<MachineTask['action'], (task: MachineTask) => Promise<string>>
>

/** Takes tasks of the node until the returned function is called. */
export async function runMachineTasks(
  url: string,
  node_id: number,
  runners: TaskRunners,
): Promise<() => Promise<void>> {
  const database = openDatabase(url, 'supervisor tasks', 1)
  await clearTasks(database, node_id)
  let isStopped = false
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    while (!isStopped && (await runNext(database, node_id, runners)));
  }
  function wake(): void {
    if (isStopped) return
    // Tasks that stay while the database is away are taken at the next look.
    working ??= work()
      .catch(() => {})
      .finally(() => {
        working = undefined
      })
  }

  const timer = setInterval(wake, LOOK_EVERY_MS)
  const stopListening = await listenForSignals(
    url,
    'supervisor',
    (signal) => {
      if (signal.changed === 'machine_tasks') wake()
    },
    wake,
  )
  return async () => {
    isStopped = true
    clearInterval(timer)
    await stopListening()
    // The next start answers a task that is not done by then.
    await Promise.race([working, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    await database.destroy()
  }
}

async function runNext(
  database: Database,
  node_id: number,
  runners: TaskRunners,
): Promise<boolean> {
  const task = await takeTask(database, node_id)
  if (!task) return false
  const result = await runners[task.action](task).then(
    (message) => ({ is_ok: true, message }),
    (error: unknown) => ({
      is_ok: false,
      message: error instanceof Error ? error.message : String(error),
    }),
  )
  await finishTask(database, task.id, {
    ...result,
    message: result.message.slice(0, MESSAGE_LENGTH),
  })
  return true
}
