import { useNavigate } from '@tanstack/react-router'
import { paths } from '../navigation/paths.ts'
import type { Stretch } from '../ui/charts/buckets.ts'
import { useKit } from '../ui/Kit.tsx'
import { toWallClock } from '../ui/wall-clock.ts'

const MINUTES = 16

/** Opens the call records of exactly this time. */
export function useOpenRecords(): (stretch: Stretch) => void {
  const navigate = useNavigate()
  const { timeZone } = useKit()
  const wall = (at: string) => toWallClock(at, timeZone).slice(0, MINUTES)
  return ({ from, to }) =>
    void navigate({
      to: paths.admin.callRecords('all'),
      search: { from: wall(from), to: wall(to) } as never,
    })
}
