// A wide table in a narrow place: it scrolls sideways, also by keyboard, and a shadow shows it.
import { type ReactNode, useRef } from 'react'
import { useEdges } from './use-edges.ts'

export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEdges(box)
  return (
    <div className="edges">
      {/* A group and no landmark: the section around it often has the same name. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls. */}
      <div ref={box} role="group" aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
        {children}
      </div>
    </div>
  )
}
