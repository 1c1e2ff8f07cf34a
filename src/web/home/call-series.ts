import type { Series } from '../ui/charts/plot.ts'

/** Calls and answered calls of a chart. */
export const callSeries = (
  points: readonly { readonly calls: number; readonly answered: number }[],
): readonly Series[] => [
  { label: 'Calls', tone: 'info', values: points.map(({ calls }) => calls) },
  {
    label: 'Answered',
    tone: 'success',
    filled: true,
    values: points.map(({ answered }) => answered),
  },
]
