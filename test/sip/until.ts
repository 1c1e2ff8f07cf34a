// Waiting for a condition instead of sleeping.
import { setTimeout as pause } from 'node:timers/promises'

/** A failure may be slow: the machine may be busy with other tests. */
const PATIENCE_SECONDS = 120

/** Checks `condition` again and again until it holds; fails with `what` after `seconds`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  seconds = PATIENCE_SECONDS,
): Promise<void> {
  if (await isSoon(condition, seconds)) return
  throw new Error(`Waited ${seconds} s in vain until: ${what}`)
}

/** Whether `condition` holds within that time. */
export async function isSoon(
  condition: () => boolean | Promise<boolean>,
  seconds: number,
): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  while (!(await condition())) {
    if (performance.now() > end) return false
    await pause(20)
  }
  return true
}
