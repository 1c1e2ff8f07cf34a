// Waiting for a condition instead of sleeping.
import { setTimeout as pause } from 'node:timers/promises'

/** Checks `condition` again and again until it holds; fails with `what` after `seconds`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain until: ${what}`)
    await pause(20)
  }
}
