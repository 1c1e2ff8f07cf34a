// The event of an alarm, as it is written and sent.
import { alarmEvent } from '#core/alarm/alarm-event.ts'
import type { NewEvent } from '#db/notifications/events.ts'

type Parts = Parameters<typeof alarmEvent>

/** It happens now. */
export const eventOfAlarm = (alarm: Parts[0], phase: Parts[1], now_ms: number) =>
  ({
    ...alarmEvent(alarm, phase, now_ms),
    occurred_at: new Date(now_ms).toISOString(),
  }) satisfies NewEvent
