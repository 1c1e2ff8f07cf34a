/** The sign of the product in the colours of the theme; the tab of the browser has a file. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} style={{ flex: 'none' }} aria-hidden>
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-primary-filled)" />
      <g fill="none" strokeWidth="2.4" strokeLinecap="round" stroke="var(--kit-on-primary)">
        <path d="M8 10h5l6 12h5" />
        <path d="M8 22h5l1.6-3.2M17.4 13.2L19 10h5" opacity="0.7" />
      </g>
    </svg>
  )
}
