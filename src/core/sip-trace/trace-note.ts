// The note that Kamailio sends when a call is to be traced, before the first message of it.
import { type HepPacket, latin1 } from './hep.ts'

export interface TraceNote {
  readonly call_id: string
  /** Only a call that fails is kept. */
  readonly is_failed_only: boolean
  /** A parameter of our Record-Route, by which the Call-ID of other legs is found. */
  readonly seal: string
  /** When the INVITE came, in epoch seconds: Kamailio sends its copy after the decision. */
  readonly started_at: number
  /** That of the caller. */
  readonly sip_call_id: string
}

const NOTE = /^trace\|([12])\|([0-9a-f]{32})\|(\d{1,10}\.\d{1,6})\|([!-~\xa0-\xff]{1,256})$/
const FAILED_ONLY = '2'
const CALL_ID = /^\d{1,18}$/

export function readTraceNote({ correlation_id, payload }: HepPacket): TraceNote | undefined {
  const [, mode, seal, started_at, sip_call_id] = NOTE.exec(latin1(payload)) ?? []
  if (!CALL_ID.test(correlation_id) || seal === undefined || sip_call_id === undefined) {
    return undefined
  }
  return {
    call_id: correlation_id,
    is_failed_only: mode === FAILED_ONLY,
    seal,
    started_at: Number(started_at),
    sip_call_id,
  }
}
