// Writes the metrics of the engine for the API, and those of its switch if it is the first engine
// of the node.
import { nodeOf } from '#core/call/engine-name.ts'
import { isFirstOfNode } from '#db/machine/process-states.ts'
import { writeProcessMetrics } from '#db/metrics/process-metrics.ts'
import type { EngineContext } from '../calls/context.ts'
import { switchFamilies } from './switch-families.ts'

export async function writeMetrics(context: EngineContext): Promise<void> {
  const { engine, database, metrics, calls, chargingQueue, link } = context
  const { connected } = await link.health()
  const own = await metrics.take({
    calls: calls.size,
    queued_operations: chargingQueue.queueLength(),
    is_queue_open: chargingQueue.isOpen(),
    is_switch_connected: connected,
  })
  const ofSwitch = (await isFirstOfNode(database, engine))
    ? switchFamilies(await link.figures())
    : []
  const row = { node_id: nodeOf(engine), process: `engine-${engine}` }
  await writeProcessMetrics(database, { ...row, families: [...own, ...ofSwitch] })
}
