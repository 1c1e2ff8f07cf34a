// The moment that one points at in a chart, shown by all charts of the page at once.
import { createContext, type ReactNode, use, useMemo, useState } from 'react'

interface SharedPoint {
  /** One of the times of the charts. */
  readonly at: string | undefined
  readonly pointAt: (time: string | undefined) => void
}

const Context = createContext<SharedPoint | undefined>(undefined)

export function ChartGroup({ children }: { children: ReactNode }) {
  const [at, pointAt] = useState<string>()
  const shared = useMemo(() => ({ at, pointAt }), [at])
  return <Context value={shared}>{children}</Context>
}

export function useSharedPoint(): SharedPoint {
  const shared = use(Context)
  const [at, pointAt] = useState<string>()
  return shared ?? { at, pointAt }
}
