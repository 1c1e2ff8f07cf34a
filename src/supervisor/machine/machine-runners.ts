// The actions of the screen Management that only the supervisor can do.
import type pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { countOpenCalls } from '#db/machine/machine-facts.ts'
import type { MachineTask } from '#db/machine/machine-tasks.ts'
import { rebuildTraffic } from '#db/traffic/rebuild-traffic.ts'
import { withClient } from '#db/with-client.ts'
import { findBrokenRules } from '../book-rules.ts'
import { type Renewable, renewProcess } from '../processes/renew-process.ts'
import type { TaskRunners } from './machine-tasks.ts'

interface Machine {
  readonly url: string
  readonly kamailio: Renewable
  readonly rtpengine: Renewable
  /** Starts new log files; answers their number. */
  rotateLogs(): Promise<number>
}

export function machineRunners({ url, kamailio, rtpengine, rotateLogs }: Machine): TaskRunners {
  const connected = <T>(work: (client: pg.Client) => Promise<T>) =>
    withClient(url, 'supervisor action', work)
  return {
    rebuild_traffic: () =>
      connected(async (client) => `Rebuilt the sums of ${await rebuildTraffic(client)} days.`),
    verify_books: () => connected(verifyBooks),
    rotate_logs: async () => `Rotated ${await rotateLogs()} log files.`,
    vacuum_database: () =>
      connected(async (client) => {
        await client.query('vacuum (analyze)')
        return 'Vacuumed and analysed all tables.'
      }),
    restart_kamailio: async (task) => {
      await refuseWithCalls(url, task)
      return restart(kamailio, 'Kamailio')
    },
    restart_rtpengine: async (task) => {
      await refuseWithCalls(url, task)
      return restart(rtpengine, 'rtpengine')
    },
  }
}

async function verifyBooks(client: pg.Client): Promise<string> {
  const { rules, broken } = await findBrokenRules(client)
  if (broken.length === 0) return `${rules} of ${rules} rules hold.`
  const [first] = broken
  const more = broken.length > 1 ? ` and ${broken.length - 1} more` : ''
  throw new Error(`${first?.id} is broken: ${first?.says}${more}. See npm run verify.`)
}

/** The calls of other nodes continue. */
async function refuseWithCalls(url: string, { is_forced, node_id }: MachineTask): Promise<void> {
  if (is_forced) return
  const database = openDatabase(url, 'supervisor action', 1)
  const calls = await countOpenCalls(database, node_id).finally(() => database.destroy())
  if (calls > 0) throw new Error(`Not restarted: ${calls} active calls. Drain, or force it.`)
}

async function restart(process: Renewable, name: string): Promise<string> {
  const seconds = await renewProcess(process, 'restarted from the console')
  return `${name} restarted in ${seconds.toFixed(1)} seconds.`
}
