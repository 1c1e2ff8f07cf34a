import { useState } from 'react'
import { useKit } from '../../ui/Kit.tsx'

export interface Peak {
  readonly value: number
  readonly at: Date
}

/** The most that was seen since the screen was opened, and when. */
export function usePeak(value: number | undefined): Peak | undefined {
  const { now } = useKit()
  const [peak, setPeak] = useState<Peak>()
  if (value === undefined || (peak && value <= peak.value)) return peak
  const next = { value, at: new Date(now()) }
  setPeak(next)
  return next
}
