// A route test is in the URL, so that another user who opens it sees the same.
import type { z } from 'zod'
import type { CallRecord } from '#contract/calls/call-records.ts'
import { routeTestForm } from '#contract/routing/route-tests.ts'

export type RouteTestValues = z.input<typeof routeTestForm>

export const NO_TEST: RouteTestValues = {
  by: 'client',
  client_id: null,
  source_ip: '',
  source_port: 5060,
  transport: 'UDP',
  username: '',
  dialled_number: '',
  caller_number: '',
  at: null,
  duration_seconds: 60,
}

type Address = Readonly<Record<string, string | undefined>>
const NUMBERS: readonly string[] = ['client_id', 'source_port', 'duration_seconds']

/** Parameters that cannot be read are ignored. */
export function readTest(address: Address): RouteTestValues {
  const read = Object.entries(routeTestForm.shape).flatMap(([name, field]) => {
    const text = address[name]
    if (text === undefined) return []
    const value = NUMBERS.includes(name) ? Number(text) : text
    return field.safeParse(value).success ? [[name, value]] : []
  })
  return { ...NO_TEST, ...Object.fromEntries(read) }
}

/** Without default values. */
export function writeTest(values: RouteTestValues): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isUsual = value === NO_TEST[name as keyof RouteTestValues]
      return [name, isUsual || value === null ? undefined : String(value)]
    }),
  )
}

/** The input is complete enough for the server. */
export function isWhole({ by, client_id, source_ip, username, dialled_number }: RouteTestValues) {
  const caller = { client: client_id, address: source_ip, sip_user: username }[by]
  return dialled_number !== '' && Boolean(caller)
}

/** The filters of the tester by which the call would be made again, as it came. */
export function testOfCall(call: CallRecord): Record<string, string | number> {
  const { caller_number, dialled_number, sip_username, source_ip, source_port, transport } = call
  const numbers = { dialled_number, ...(caller_number && { caller_number }) }
  if (sip_username !== null) return { by: 'sip_user', username: sip_username, ...numbers }
  return {
    by: 'address',
    source_ip: source_ip ?? '',
    ...(source_port && { source_port }),
    ...(transport && { transport }),
    ...numbers,
  }
}
