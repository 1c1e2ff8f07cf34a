// Retransmissions of a message, which UDP needs and a reader does not, as one line.

interface Repeatable {
  readonly from: string
  readonly to: string
  readonly text: string
}

/** The first of those that are the same, with all that came. */
interface Folded<M> {
  readonly first: M
  readonly times: readonly M[]
}

/** The same text between the same addresses, however much came between. */
export function foldRepeats<M extends Repeatable>(messages: readonly M[]): Folded<M>[] {
  const found = new Map<string, M[]>()
  for (const message of messages) {
    const key = `${message.from} ${message.to} ${message.text}`
    const times = found.get(key)
    if (times) times.push(message)
    else found.set(key, [message])
  }
  return [...found.values()].flatMap((times) => {
    const [first] = times
    return first ? [{ first, times }] : []
  })
}
