import { type FocusEvent, useEffect, useState } from 'react'

/** A row, or the menu of a row and the button of a cell, which are elsewhere in the document. */
const isInRows = (target: EventTarget | null) =>
  target instanceof Element && target.closest('tbody, [role="menu"], [data-cell-button]') !== null

/** The focus of the keyboard; after a click it stays where it was clicked. */
const hasKeyboard = (target: EventTarget | null) =>
  target instanceof Element && target.matches(':focus-visible')

/** Whether a row of the table has the pointer or the focus of the keyboard. */
export function useOccupied() {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    // By the document: an element that goes from under the pointer sends no event of its own.
    const over = ({ target }: Event) => setPointed(isInRows(target))
    const leave = () => setPointed(false)
    const root = document.documentElement
    document.addEventListener('pointerover', over)
    root.addEventListener('pointerleave', leave)
    return () => {
      document.removeEventListener('pointerover', over)
      root.removeEventListener('pointerleave', leave)
    }
  }, [])
  return {
    isOccupied: pointed || focused,
    watch: {
      onFocus: (event: FocusEvent) =>
        setFocused(isInRows(event.target) && hasKeyboard(event.target)),
      onBlur: () => setFocused(false),
    },
  }
}
