import { useParams } from '@tanstack/react-router'

/** A number in the path, `$id` unless another name is said; undefined where there is none. */
export function useIdParam(name = 'id'): number | undefined {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const text = params[name]
  return text === undefined ? undefined : Number(text)
}
