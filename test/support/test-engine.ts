// The engine in the process of a test, with a switch that the test scripts.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { type Engine, type EngineOptions, startEngine } from '#engine/engine.ts'
import { SYSTEM_CLOCK } from './clocks.ts'
import { addressOf } from './database.ts'
import type { ScriptedSwitch } from './scripted-switch.ts'
import { secretKeys } from './secret-keys.ts'
import { checkBooks } from './world.ts'

type Options = Partial<EngineOptions> & Pick<EngineOptions, 'url'>

/**
 * For tests that wait for work that the engine repeats: it compares its calls every half second
 * instead of every ten. Calls that a switch does not list are lost twenty times as soon, too.
 */
export const QUICK_PACE = 20

/**
 * Resolves when the engine of this switch has compared its calls that many times from now on: one
 * comparison that was under way does not count, and the last has ended when the next one begins.
 */
export async function compared(kamailio: ScriptedSwitch, times: number): Promise<void> {
  const enough = kamailio.listings + times + 1
  await vi.waitFor(() => expect(kamailio.listings).toBeGreaterThanOrEqual(enough))
}

/** Named `a`, by the clock of the machine and without a word unless the test says otherwise. */
export function startTestEngine(kamailio: ScriptedSwitch, options: Options): Promise<Engine> {
  return startEngine({
    engine: 'a',
    secretKeys,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    randomId: randomUUID,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    connect: kamailio.connect,
    ...options,
    url: addressOf('engine', options.url),
  })
}

/** The engine ends, its money is checked, and the pool ends. */
export async function endTestEngine(engine: Engine, database: pg.Pool): Promise<void> {
  await engine.stop()
  await checkBooks(database)
  await database.end()
}
