// Linux shares the processors among sessions first and among processes second ("autogroup"), so
// that `nice` counts within a session only. Programs under test have sessions of their own: with
// busy cores Kamailio's timers got no turn for 20 s (docs/operating.md).
import { readFileSync, writeFileSync } from 'node:fs'

const SETTING = '/proc/sys/kernel/sched_autogroup_enabled'

/** Turns it off until this process exits; says so where that is not allowed. */
export function turnAutogroupOff(): void {
  if (settingNow() !== '1') return
  try {
    writeFileSync(SETTING, '0')
  } catch {
    console.log('kernel.sched_autogroup_enabled is 1: with busy cores, calls may fail by it.')
    return
  }
  process.on('exit', () => writeFileSync(SETTING, '1'))
}

/** A kernel without it has no such file. */
function settingNow(): string | undefined {
  try {
    return readFileSync(SETTING, 'utf8').trim()
  } catch {
    return undefined
  }
}
