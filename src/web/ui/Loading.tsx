import { Loader } from '@mantine/core'

export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" style={{ display: 'grid', placeItems: 'center', gap: 12, padding: 64 }}>
      <Loader size="sm" />
      <span className="muted">{label}</span>
    </div>
  )
}
