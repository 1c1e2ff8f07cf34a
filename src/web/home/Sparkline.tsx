import styles from './Home.module.css'

const HEIGHT = 18
const LINE = 1.5

/** How a figure went, without its scale: the chart below has that. Null is a gap. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const high = Math.max(0, ...known)
  const low = Math.min(0, ...known)
  const y = (value: number) =>
    HEIGHT - LINE - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * LINE)
  const path = values.map((value, x) => {
    if (value === null) return ''
    const at = `${x} ${y(value).toFixed(1)}`
    // Between two gaps a line without length is a dot.
    return x === 0 || values[x - 1] === null ? `M${at}h0` : `L${at}`
  })
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${values.length - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path
        d={path.join('')}
        strokeWidth={LINE}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
