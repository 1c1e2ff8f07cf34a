import { describe, expect, it } from 'vitest'
import type { CallRecord } from '#contract/calls/call-records.ts'
import { ladderOf } from './ladder.ts'

const at = (seconds: number) => new Date(1_795_000_000_000 + seconds * 1000).toISOString()

/** The fields of an attempt that the ladder reads; the caller cancelled it while it rang. */
const attempt = (change: Partial<CallRecord>): CallRecord =>
  ({
    attempt_no: 1,
    is_last: true,
    started_at: at(0),
    progress_at: at(1),
    answered_at: null,
    ended_at: at(5),
    routing_ms: 2,
    dialled_number: '0044207',
    sent_number: '44207',
    gateway_id: 7,
    gateway_name: 'Gateway',
    gateway_address: '192.0.2.1:5060',
    status: 'CANCELLED',
    sip_code: 487,
    gateway_sip_code: 487,
    attempt_end: 'CANCELLED',
    sent_at: null,
    sip_reason: '',
    release_side: 'CALLER',
    ...change,
  }) as CallRecord

const said = (attempts: readonly CallRecord[]) =>
  ladderOf(attempts).map(({ gateway = 'caller', to_switch, text }) =>
    to_switch ? `${gateway} > ${text}` : `${gateway} < ${text}`,
  )

describe('the course of a call', () => {
  it('that was refused is a question and an answer', () => {
    const nowhere = { gateway_id: null, gateway_address: null } as const
    const refused = attempt({ ...nowhere, status: 'REJECTED', sip_code: 404 })
    expect(said([refused])).toEqual(['caller > INVITE 0044207', 'caller < 404 Not Found'])
  })

  it('that was cancelled has no answer of the gateway', () => {
    expect(said([attempt({})])).toEqual([
      'caller > INVITE 0044207',
      'Gateway < INVITE 44207',
      'Gateway > 180 Ringing',
      'caller < 180 Ringing',
      'caller > CANCEL',
      'Gateway < CANCEL',
      'caller < 487 Request Terminated',
    ])
  })

  it('goes on at the next gateway when one has failed', () => {
    const first = attempt({
      is_last: false,
      status: 'FAILED',
      sip_code: null,
      gateway_sip_code: 503,
      attempt_end: 'REFUSED',
      progress_at: null,
      ended_at: at(0.4),
      gateway_name: 'First',
    })
    const second = attempt({
      status: 'FAILED',
      sip_code: 480,
      gateway_sip_code: 486,
      attempt_end: 'REFUSED',
      gateway_name: 'Second',
    })
    const messages = ladderOf([first, second])
    expect(said([first, second])).toEqual([
      'caller > INVITE 0044207',
      'First < INVITE 44207',
      'First > 503 Service Unavailable',
      'Second < INVITE 44207',
      'Second > 180 Ringing',
      'caller < 180 Ringing',
      'Second > 486 Busy Here',
      'caller < 480 Temporarily Unavailable',
    ])
    expect(messages[1]?.at).toBe(at(0.002))
    expect(messages[3]?.at).toBe(at(0.4))
  })

  it('begins at each gateway when it was asked, and passes by those that were not', () => {
    const unsent = attempt({ is_last: false, attempt_end: 'NOT_SENT', gateway_sip_code: null })
    const rang = attempt({
      status: 'FAILED',
      sip_code: 480,
      gateway_sip_code: null,
      attempt_end: 'NO_ANSWER',
      sent_at: at(0.5),
      gateway_name: 'Second',
    })
    const messages = ladderOf([unsent, rang])
    expect(said([unsent, rang])).toEqual([
      'caller > INVITE 0044207',
      'Second < INVITE 44207',
      'Second > 180 Ringing',
      'caller < 180 Ringing',
      'Second < CANCEL',
      'caller < 480 Temporarily Unavailable',
    ])
    expect(messages[1]?.at).toBe(at(0.5))
  })

  it('ends from the side that ended it, and from the switch to both', () => {
    const talked = {
      status: 'ANSWERED',
      answered_at: at(3),
      sip_code: 200,
      attempt_end: 'ANSWERED',
    } as const
    const ends = (release_side: CallRecord['release_side']) =>
      said([attempt({ ...talked, release_side })]).slice(-2)
    expect(ends('CALLER')).toEqual(['caller > BYE', 'Gateway < BYE'])
    expect(ends('CALLEE')).toEqual(['Gateway > BYE', 'caller < BYE'])
    expect(ends('SWITCH')).toEqual(['caller < BYE', 'Gateway < BYE'])
  })

  it('to a SIP user is one over a gateway without a number', () => {
    const sipUser = { gateway_id: null, gateway_name: null, gateway_address: 'anna' } as const
    const answered = { status: 'ANSWERED', answered_at: at(3), sip_code: 200 } as const
    expect(said([attempt({ ...sipUser, ...answered, sent_number: 'anna' })])).toEqual([
      'caller > INVITE 0044207',
      'anna < INVITE anna',
      'anna > 180 Ringing',
      'caller < 180 Ringing',
      'anna > 200 OK',
      'caller < 200 OK',
      'caller > BYE',
      'anna < BYE',
    ])
  })

  it('of nothing is nothing', () => {
    expect(ladderOf([])).toEqual([])
  })
})
