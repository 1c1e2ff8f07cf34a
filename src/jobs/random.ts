// The only randomness of the jobs.
import { randomUUID } from 'node:crypto'

/** The id of a message, for those that have no row yet. */
export const randomId = (): string => randomUUID()
