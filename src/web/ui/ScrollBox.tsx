// A wide table in a narrow place: it scrolls sideways, also by keyboard, and a shadow shows it.
import { type ReactNode, useRef } from 'react'
import { useEdges } from './use-edges.ts'

export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  useEdges(box)
  return (
    <div className="edges">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls. */}
      <section ref={box} aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
        {children}
      </section>
    </div>
  )
}
