/** The destination or country of calls to a number that is in no rate, or that was not read. */
export const Unknown = ({ of }: { of: 'destination' | 'country' }) => (
  <span className="muted">Unknown {of}</span>
)
