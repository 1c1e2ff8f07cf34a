import { type FocusEvent, type PointerEvent, useState } from 'react'

/** A row, or the menu opened by a row, which is elsewhere in the document. */
const isInRows = (target: EventTarget) =>
  target instanceof Element && target.closest('tbody, [role="menu"]') !== null

/** Whether a row of the table has the pointer or the focus. */
export function useOccupied() {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  return {
    isOccupied: pointed || focused,
    watch: {
      onPointerOver: (event: PointerEvent) => setPointed(isInRows(event.target)),
      onPointerLeave: () => setPointed(false),
      onFocus: (event: FocusEvent) => setFocused(isInRows(event.target)),
      onBlur: () => setFocused(false),
    },
  }
}
