// How long a process, an engine or a node gives no sign of life before it counts as stopped.
import { sql } from 'kysely'

/** As the text of an interval, for statements that are text; signs come every two seconds. */
export const SILENCE = `interval '15 seconds'`

/** The same, for statements of Kysely. */
export const silence = sql.raw(SILENCE)
