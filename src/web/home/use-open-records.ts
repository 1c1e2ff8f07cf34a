import { useNavigate } from '@tanstack/react-router'
import { paths } from '../navigation/paths.ts'
import { useUser } from '../session/session.ts'
import type { Stretch } from '../ui/charts/buckets.ts'
import { useKit } from '../ui/Kit.tsx'
import { toWallClock } from '../ui/wall-clock.ts'

const MINUTES = 16

/** The call records of the user's own area. */
export function useRecords(): string {
  const { type } = useUser()
  return type === 'ADMIN' ? paths.admin.callRecords('all') : paths.client.callRecords
}

/** Opens the call records of exactly this time. */
export function useOpenRecords(): (stretch: Stretch) => void {
  const navigate = useNavigate()
  const { timeZone } = useKit()
  const records = useRecords()
  const wall = (at: string) => toWallClock(at, timeZone).slice(0, MINUTES)
  return ({ from, to }) =>
    void navigate({
      to: records,
      search: { from: wall(from), to: wall(to) } as never,
    })
}
