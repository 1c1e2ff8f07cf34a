// A new call as a row with which any engine can continue it.
import { type Grant, moneyEndOf } from '../account/payer.ts'
import { subjectsOf } from '../call/call-subjects.ts'
import { encodeCall } from '../call/stored-call.ts'
import { ON_NET } from '../routing/decision.ts'
import type { OpenCallRow } from './call-batch-rows.ts'
import type { Operation } from './operation.ts'
import { packageColumns } from './package-seconds.ts'

export function openCallRow(
  operation: Operation & { kind: 'reserve' },
  grant: Grant & { kind: 'granted' },
): OpenCallRow {
  const { seconds: granted_seconds, holds: held, package_hold } = grant
  const { call, dialog, expires_at } = operation
  const first = call.routes[0]
  return {
    call_id: call.call_id,
    engine: call.engine,
    account_id: call.identity.account_id,
    client_type: call.identity.client_type,
    settlement_id: first?.settlement_id ?? null,
    gateway_id: first?.gateway_id ?? ON_NET,
    caller_number: call.invite.caller_number,
    called_number: call.identity.called_number,
    destination: call.payers[0].price.destination,
    source_ip: call.invite.source_ip,
    started_at: call.started_at,
    granted_seconds,
    expires_at,
    dialog,
    sip_call_id: call.invite.sip_call_id,
    payer_ids: [...held.keys()],
    held: [...held.values()],
    ...packageColumns(package_hold),
    subjects: subjectsOf(call, first?.gateway_id ?? null),
    money_end: moneyEndOf(grant),
    decided: encodeCall(call),
  }
}
