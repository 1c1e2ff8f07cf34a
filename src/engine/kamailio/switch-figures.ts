// The counters that Kamailio and rtpengine keep themselves: a fixed list of each.
import { z } from 'zod'
import type { Bencoded } from './bencode.ts'
import type { KamailioRpc } from './rpc.ts'

/** By the names that the two give them; what is not a number is left out. */
export type SwitchFigures = {
  readonly kamailio: Readonly<Record<string, number>>
  readonly rtpengine: Readonly<Record<string, number>>
}

/** Groups of Kamailio's statistics; the modules of kamailio.cfg have these. */
const GROUPS = ['core:', 'shmem:', 'sl:', 'tmx:', 'dialog:']

const figures = z.record(z.string(), z.unknown()).transform((all) =>
  Object.fromEntries(
    Object.entries(all)
      .map(([name, value]): [string, number] => [name, Number(value)])
      .filter(([, value]) => Number.isFinite(value)),
  ),
)

const statistics = z.object({
  statistics: z.object({ currentstatistics: figures, totalstatistics: figures }),
})

/** Empty while it does not answer. */
export async function readKamailioFigures(rpc: KamailioRpc): Promise<Record<string, number>> {
  try {
    return figures.parse(await rpc.call('stats.fetch', GROUPS))
  } catch {
    return {}
  }
}

/** The answer of rtpengine to `statistics`; empty without one. */
export function rtpengineFigures(told: Bencoded | undefined): Record<string, number> {
  const { data } = statistics.safeParse(told)
  return { ...data?.statistics.currentstatistics, ...data?.statistics.totalstatistics }
}
