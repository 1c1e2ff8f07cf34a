// Reports the state of the processes: a line for the operator when it changes, and database rows as
// a heartbeat.
import { FIRST_NODE } from '#core/call/engine-name.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { deleteOtherEngines, type PartState, writePartStates } from '#db/machine/process-states.ts'

const HEARTBEAT_MS = 5000

export interface StateBoard {
  show(state: PartState): void
  /** From now on the rows of this node are written too. */
  connect(url: string, node_id: number, engines: readonly string[]): Promise<void>
  /** Writes the last rows and lets the database go, so that it can be stopped. */
  disconnect(): Promise<void>
}

export function openStateBoard(say: (line: string) => void): StateBoard {
  const states = new Map<string, PartState>()
  const said = new Map<string, string>()
  let database: Database | undefined
  let node_id = FIRST_NODE
  let heartbeat: NodeJS.Timeout | undefined

  // While the database is down its rows become outdated, which is visible; the next heartbeat tries
  // again.
  async function write(): Promise<void> {
    if (database) await writePartStates(database, node_id, [...states.values()]).catch(() => {})
  }

  return {
    show(state) {
      states.set(state.name, state)
      const line = `${state.name} is ${state.state}${state.detail && `: ${state.detail}`}`
      // Repeated failures of a process are reported once.
      if (state.state !== 'starting' && said.get(state.name) !== line) {
        said.set(state.name, line)
        say(line)
      }
      void write()
    },

    async connect(url, node, engines) {
      node_id = node
      database = openDatabase(url, 'supervisor', 1)
      await deleteOtherEngines(database, node_id, engines)
      heartbeat = setInterval(() => void write(), HEARTBEAT_MS)
      await write()
    },

    async disconnect() {
      clearInterval(heartbeat)
      await write()
      const last = database
      database = undefined
      await last?.destroy()
    },
  }
}
