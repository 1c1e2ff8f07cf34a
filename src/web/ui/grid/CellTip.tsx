// All of a text that its cell cuts off, for the pointer and for the focus.
import { Tooltip } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { cellOf, cellText, isCut } from './cell-text.ts'

const PAUSE_MS = 300

export function CellTip({ frame }: { frame: RefObject<HTMLElement | null> }) {
  const [cell, setCell] = useState<HTMLElement>()
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let at: HTMLElement | null = null
    const look = (target: EventTarget | null) => {
      const next = cellOf(target)
      if (next === at) return
      at = next
      clearTimeout(timer)
      setCell(undefined)
      if (next && isCut(next)) timer = setTimeout(() => setCell(next), PAUSE_MS)
    }
    const over = (event: Event) => look(event.target)
    const out = () => look(null)
    const listeners = [
      ['pointerover', over],
      ['focusin', over],
      ['pointerleave', out],
      ['focusout', out],
      ['pointerdown', out],
    ] as const
    for (const [name, listener] of listeners) element.addEventListener(name, listener)
    element.addEventListener('scroll', out, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const [name, listener] of listeners) element.removeEventListener(name, listener)
      element.removeEventListener('scroll', out, { capture: true })
    }
  }, [frame])
  // The cell may have gone with its row meanwhile.
  if (!cell?.isConnected) return null
  return <TipAt cell={cell} text={cellText(cell)} />
}

/** A tooltip at a cell, which is not made by the one who shows it. */
export function TipAt({ cell, text }: { cell: HTMLElement; text: string }) {
  const { left, top, width, height } = cell.getBoundingClientRect()
  return (
    <Tooltip label={text} opened position="bottom-start" multiline maw={480}>
      <span style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
    </Tooltip>
  )
}
