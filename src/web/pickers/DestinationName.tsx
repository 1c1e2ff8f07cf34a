import { useDestination } from './destination.ts'

/** Behind a prefix: where it leads, as the rates call it. */
export function DestinationName({ prefix }: { prefix: string }) {
  const destination = useDestination(prefix)
  if (!destination) return null
  const { name, matched } = destination
  const hint = matched === prefix ? undefined : `By the rates for ${matched}`
  return (
    <span className="muted" title={hint}>
      {name}
    </span>
  )
}
