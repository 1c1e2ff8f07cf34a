import { countAlarms } from '#contract/alarms/alarms.ts'
import { useOne } from '../../http/use-endpoint.ts'
import { useMay } from '../../session/session.ts'

const POLL_MS = 5000

/** For the bell and the strip, which ask once. */
export function useAlarmCounts() {
  return useOne(countAlarms, {}, { every_ms: POLL_MS, enabled: useMay('alarms.view') }).data
}
