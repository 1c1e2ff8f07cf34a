// How busy the machine is.
import { loadavg } from 'node:os'

/** The number of threads that ran or waited to run in the last minute, on average. */
export const loadNow = (): number => loadavg()[0] ?? 0
