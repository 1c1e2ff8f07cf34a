// Confirms or undoes a change of firewall zones that could refuse users of the console.
import type * as contract from '#contract/machine/firewall-trial.ts'
import type { WorkWatch } from '#db/machine/failing-work.ts'
import {
  confirmFirewallTrial,
  readFirewallTrial,
  undoFirewallTrial,
} from '#db/machine/firewall-trial.ts'
import { lockFirewallZones } from '#db/machine/firewall-zones.ts'
import { insertActivity } from '#db/people/activity-log.ts'
import { EVERYTHING } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { noteActivity } from '../http/activity.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { Problem } from '../http/problem.ts'
import { runAgain } from '../http/run-again.ts'

const LOOK_EVERY_MS = 1000
const ANY_TIME = 'infinity'

const activity = (outcome: 'confirmed' | 'undone', why: string) =>
  ({
    action: 'UPDATE',
    entity: 'firewall_zone',
    entity_id: 'trial',
    entity_name: 'Trial',
    changes: { [outcome]: [null, why] },
  }) as const

const nothingWaits = () => new Problem('not-found', { message: 'No change waits to be confirmed.' })

export const firewallTrial: HandlersOf<typeof contract> = {
  getFirewallTrial: async ({ database, caller }) =>
    (await readFirewallTrial(database, caller.scope)) ?? null,

  confirmFirewallTrial: ({ database, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const at = toInstant(clock.now_ms())
      if (!(await confirmFirewallTrial(tx, actor.caller.scope, at))) throw nothingWaits()
      await noteActivity(tx, actor, activity('confirmed', actor.caller.username))
    }),

  async undoFirewallTrial({ database, firewall, ...actor }) {
    const { scope, username } = actor.caller
    await database.transaction().execute(async (tx) => {
      await lockFirewallZones(tx)
      const message = `Undone by ${username}.`
      if (!(await undoFirewallTrial(tx, scope, { until: ANY_TIME, message }))) throw nothingWaits()
      await noteActivity(tx, actor, activity('undone', message))
      await sendSignal(tx, { changed: 'firewall' })
    })
    firewall.forget()
  },
}

type Context = Pick<AppContext, 'database' | 'clock' | 'firewall'>

/** Undoes before its time a trial that an earlier process has left unconfirmed. */
async function undoUnconfirmed(
  { database, firewall, clock }: Context,
  started_ms: number,
): Promise<void> {
  const trial = await readFirewallTrial(database, EVERYTHING)
  if (trial?.state !== 'UNCONFIRMED') return
  const end =
    Date.parse(trial.changed_at) < started_ms
      ? { until: ANY_TIME, message: 'The API was restarted.' }
      : { until: toInstant(clock.now_ms()), message: 'Not confirmed in time.' }
  await database.transaction().execute(async (tx) => {
    await lockFirewallZones(tx)
    if (!(await undoFirewallTrial(tx, EVERYTHING, end))) return
    const nobody = { username: 'firewall trial', user_id: null, ip: null }
    const what = activity('undone', end.message)
    await insertActivity(tx, { ...nobody, user_agent: '', request_id: '', ...what })
    await sendSignal(tx, { changed: 'firewall' })
  })
  firewall.forget()
}

/** Answers a function that ends it. While the database is away nothing changes. */
export function watchFirewallTrial(context: Context, watch: WorkWatch): () => Promise<void> {
  const started_ms = context.clock.now_ms()
  return runAgain(watch, {
    ...{ name: 'the trial of firewall zones', every_ms: LOOK_EVERY_MS },
    run: () => undoUnconfirmed(context, started_ms),
  })
}
