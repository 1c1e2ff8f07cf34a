// The engine in the process of a test, with a switch that the test scripts.
import type pg from 'pg'
import { pino } from 'pino'
import { type Engine, type EngineOptions, startEngine } from '#engine/engine.ts'
import type { FreshDatabase } from './database.ts'
import type { ScriptedSwitch } from './scripted-switch.ts'
import { secretKeys } from './secret-keys.ts'
import { checkBooks } from './world.ts'

type Options = Partial<EngineOptions> & Pick<EngineOptions, 'url'>

/** Named `a`, by the clock of the machine and without a word unless the test says otherwise. */
export function startTestEngine(kamailio: ScriptedSwitch, options: Options): Promise<Engine> {
  return startEngine({
    engine: 'a',
    secretKeys,
    clock: clockAhead(() => 0),
    random: Math.random,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    connect: kamailio.connect,
    ...options,
  })
}

/** Both clocks run ahead by so much, to let calls last without waiting. */
export const clockAhead = (ahead_ms: () => number): EngineOptions['clock'] => ({
  now_ms: () => Date.now() + ahead_ms(),
  monotonic_ms: () => performance.now() + ahead_ms(),
})

/** The engine ends, its money is checked, and the database goes. */
export async function endTestEngine(
  engine: Engine,
  database: pg.Pool,
  fresh: FreshDatabase,
): Promise<void> {
  await engine.stop()
  await checkBooks(database)
  await database.end()
  await fresh.close()
}
