/** In place of the charges of a call without any. */
export function NotBilled({ answered_at }: { answered_at: string | null }) {
  return (
    <p className="muted">{answered_at === null ? 'Not billed: not answered.' : 'Not billed.'}</p>
  )
}
