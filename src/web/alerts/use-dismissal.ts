import { useEffect, useState } from 'react'
import { type Alert, closeAlert } from './alerts.ts'

/** Closes the alert after its time-out; the time starts again when pointer and focus have left. */
export function useDismissal({ id, timeout }: Alert) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  useEffect(() => {
    if (isHeld || timeout <= 0) return
    const timer = setTimeout(() => closeAlert(id), timeout)
    return () => clearTimeout(timer)
  }, [isHeld, id, timeout])
  return {
    onMouseEnter: () => setPointedAt(true),
    onMouseLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
}
