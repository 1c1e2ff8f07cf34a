// A duration that grows by itself. One timer serves all of them, and each only writes its own text:
// a list of a thousand calls is not rendered anew every second.
import { useEffect, useRef } from 'react'
import { formatDuration } from './format.ts'
import { useKit } from './Kit.tsx'

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

/** How long ago it was, by the server's clock. */
export function Ticking({ since }: { since: string }) {
  const { now } = useKit()
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const write = () => {
      if (element.current) element.current.textContent = text(since, now())
    }
    write()
    return onTick(write)
  }, [since, now])
  return <span ref={element}>{text(since, now())}</span>
}

const text = (since: string, now_ms: number) => formatDuration((now_ms - Date.parse(since)) / 1000)
