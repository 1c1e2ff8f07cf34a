// A duration that counts up or down. One timer serves all of them, and each only writes its own
// text: a list of a thousand calls is not rendered every second.
import { useEffect, useRef } from 'react'
import { useKit } from '../Kit.tsx'
import { formatDuration } from './format.ts'

const TICK_MS = 1000
const writers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function onTick(write: () => void): () => void {
  writers.add(write)
  timer ??= setInterval(() => {
    for (const each of writers) each()
  }, TICK_MS)
  return () => {
    writers.delete(write)
    if (writers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

type TickingProps = { readonly since: string } | { readonly until: string }

/** How long ago it was, or how long it still is, by the server's clock. */
export function Ticking(props: TickingProps) {
  const { now } = useKit()
  const [at, sign] = 'since' in props ? [props.since, 1] : [props.until, -1]
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const write = () => {
      if (element.current) element.current.textContent = text(at, sign, now())
    }
    write()
    return onTick(write)
  }, [at, sign, now])
  return <span ref={element}>{text(at, sign, now())}</span>
}

const text = (at: string, sign: number, now_ms: number) =>
  formatDuration((sign * (now_ms - Date.parse(at))) / 1000)
