// One thing that is known of a call, in the list of such things.
import type { ReactNode } from 'react'
import { CopyText } from '../ui/values/CopyText.tsx'
import { NONE } from '../ui/values/format.ts'
import styles from './WholeCall.module.css'

interface FactProps {
  readonly name: string
  readonly wide?: boolean
  readonly children: ReactNode
}

export function Fact({ name, wide, children }: FactProps) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Copied({ text }: { text: string }) {
  if (!text) return NONE
  return (
    <>
      <span className="mono">{text}</span> <CopyText text={text} />
    </>
  )
}
