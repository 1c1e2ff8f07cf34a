// The body for a webhook: the events as they were, for programs.
import type { DeliveryKind } from './delivery.ts'
import type { NotifiedEvent } from './event.ts'

export function webhookPayload(
  events: readonly NotifiedEvent[],
  of: { readonly kind: DeliveryKind; readonly rule_name: string; readonly timestamp: string },
): string {
  const data = {
    rule: of.rule_name,
    is_digest: of.kind === 'DIGEST',
    is_test: of.kind === 'TEST',
    events: events.map(({ account_path, settlement_id, group_key, ...event }) => event),
  }
  return JSON.stringify({ type: 'notification', timestamp: of.timestamp, data })
}

/** For a test. It is marked, and has the id of no event. */
export const exampleEvent = (occurred_at: string): NotifiedEvent => ({
  ...{ id: 0, topic: 'GATEWAY_DOWN', phase: 'FIRED', severity: 'INFO', alarm_id: null },
  ...{ account_id: null, subject_kind: 'GATEWAY', subject_id: null, subject_name: 'Example' },
  ...{ group_key: '', payload: {}, occurred_at, settlement_id: null, account_path: [] },
  sentence: 'This is a test: no gateway is down.',
})
