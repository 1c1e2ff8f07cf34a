// The current faults of all that the console watches; the worst first.

import type { listSpendWarnings } from '#contract/accounts/spend-warnings.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { systemInfo } from '#contract/machine/machine.ts'
import type { Gateway } from '#contract/routing/gateways.ts'
import { TEST_LINE_PROCESS } from '#core/test-line.ts'
import { processName, withoutSilent } from '../fields/process-names.ts'
import { accountPath } from '../navigation/account-path.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { count, formatPercentOf } from '../ui/values/format.ts'

type SystemInfo = AnswerOf<typeof systemInfo>
type SpendWarnings = AnswerOf<typeof listSpendWarnings>

interface Alarm {
  readonly tone: 'danger' | 'warning'
  readonly subject: string
  readonly text: string
  readonly since: string | null
  /** Where it is looked into. */
  readonly to: string
}

const DISK_FULL = 0.9

const PROCESS_STATES = {
  stopped: 'is stopped',
  missing: 'is not installed',
  failing: 'keeps failing',
} as const

const LIMITS: Readonly<Record<NonNullable<Gateway['broken_limit']>, string>> = {
  ASR: 'ASR',
  ACD: 'ACD',
  PDD: 'PDD',
  SHORT_CALLS: 'short calls',
}

function alarmsOfSwitch(info: SystemInfo): Alarm[] {
  const to = paths.admin.management
  const alarm = (tone: Alarm['tone'], subject: string, text: string): Alarm => ({
    ...{ tone, subject, text, to },
    since: null,
  })
  const known = withoutSilent(info)
  const processes = known.processes.flatMap((process) => {
    const { name, state, detail, acknowledged } = process
    const subject = processName(process, info)
    const says = PROCESS_STATES[state as keyof typeof PROCESS_STATES]
    // The switch is whole without the test line.
    const is_test_line = name === TEST_LINE_PROCESS
    if (is_test_line && state === 'missing') return []
    const tone = is_test_line ? 'warning' : 'danger'
    if (says) return [alarm(tone, subject, detail ? `${says}: ${detail}` : says)]
    return state === 'running' && detail && !acknowledged ? [alarm('warning', subject, detail)] : []
  })
  const disks = (info.details?.machine?.disks ?? [])
    .filter(({ bytes, used_bytes }) => used_bytes > DISK_FULL * bytes)
    .map(({ path, bytes, used_bytes }) =>
      alarm('danger', `Disk ${path}`, `${formatPercentOf(used_bytes / bytes)} used`),
    )
  const { count: unclosed, calls } = info.unclosed_calls
  return [
    ...known.silent.map(({ name }) => alarm('danger', name, 'is silent: no process reports')),
    ...processes,
    ...disks,
    ...(unclosed > 0
      ? [
          {
            ...alarm('danger', 'Calls', `${count(unclosed, 'call', 'calls')} cannot be closed`),
            since: calls[0]?.since ?? null,
            to: paths.admin.activeCalls,
          },
        ]
      : []),
    ...info.failing_work.map(({ process, work, message, since }) => ({
      ...alarm('danger', process, `fails at ${work}: ${message}`),
      since,
    })),
    ...(info.is_draining ? [alarm('warning', 'Switch', 'drained: new calls are refused')] : []),
  ]
}

/** A lock by hand is meant. */
function alarmsOfGateway(row: Gateway): Alarm[] {
  if (row.status !== 'active') return []
  const alarm = (tone: Alarm['tone'], text: string, since: string | null): Alarm => ({
    ...{ tone, text, since, subject: row.name },
    to: paths.admin.gateways.edit(row.id),
  })
  const { broken_limit, lock_state, lock_reason } = row
  return [
    ...(row.ping_state === 'DOWN' ? [alarm('danger', 'does not answer', row.ping_since)] : []),
    ...(row.registration_state === 'FAILED'
      ? [alarm('danger', 'is not registered', row.registration_since)]
      : []),
    ...(lock_state !== 'OPEN' && lock_reason !== null && lock_reason !== 'HAND'
      ? [alarm('danger', `is locked for its ${LIMITS[lock_reason]}`, row.locked_at)]
      : broken_limit
        ? [alarm('warning', `is beyond its limit of ${LIMITS[broken_limit]}`, null)]
        : []),
  ]
}

const alarmsOfSpending = ({ accounts }: SpendWarnings): Alarm[] =>
  accounts.map((account) => ({
    tone: 'danger',
    subject: account.name,
    text: 'spent over a third of its daily limit within 10 minutes',
    since: null,
    to: accountPath(account),
  }))

const alarmsOfRequests = (open: number): Alarm[] =>
  open === 0
    ? []
    : [
        {
          tone: 'warning',
          subject: 'IP list',
          text: count(open, 'request for an address', 'requests for addresses'),
          since: null,
          to: withSearch(paths.admin.wholesaleClients.list, { requests: 'OPEN' }),
        },
      ]

/** A part that the user may not see is missing. */
interface Watched {
  readonly info?: SystemInfo | undefined
  readonly gateways?: readonly Gateway[] | undefined
  readonly spending?: SpendWarnings | undefined
  /** Open address requests. */
  readonly requests?: number | undefined
}

export function alarmsOf({ info, gateways = [], spending, requests = 0 }: Watched): Alarm[] {
  const all = [
    ...(info ? alarmsOfSwitch(info) : []),
    ...(spending ? alarmsOfSpending(spending) : []),
    ...gateways.flatMap(alarmsOfGateway),
    ...alarmsOfRequests(requests),
  ]
  const rank = ({ tone }: Alarm) => (tone === 'danger' ? 0 : 1)
  return all.toSorted((a, b) => rank(a) - rank(b))
}
