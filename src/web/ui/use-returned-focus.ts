import { useEffect, useState } from 'react'

/** The focus goes back to where it was when a dialog goes that is there only while it is open. */
export function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
}
