import type { SubjectKind } from '#core/notification/topics.ts'
import { accountPath } from './account-path.ts'
import { paths } from './paths.ts'

interface SubjectRef {
  readonly subject_kind: SubjectKind
  /** Null where the subject has a name only. */
  readonly subject_id: number | null
  readonly account_kind: string | null
  /** The level of a reseller. */
  readonly account_level: number | null
}

const { admin } = paths

const SCREENS: Readonly<Partial<Record<SubjectKind, string>>> = {
  PROCESS: admin.management,
  DISK: admin.management,
  WORK: admin.management,
  SWITCH: admin.management,
  NODE: admin.nodes,
}

/** Where the subject of an alarm is looked at; undefined for what has no screen of its own. */
export function subjectPath(subject: SubjectRef): string | undefined {
  const { subject_kind, subject_id: id, account_kind, account_level: level } = subject
  const screen = SCREENS[subject_kind]
  if (screen !== undefined || id === null) return screen
  if (subject_kind === 'GATEWAY') return admin.gateways.edit(id)
  if (subject_kind === 'SETTLEMENT') return admin.settlements.edit(id)
  return account_kind === null ? undefined : accountPath({ id, kind: account_kind, level })
}
