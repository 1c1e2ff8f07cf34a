// How fast an export may be made, and how long it waits for its reader.

/** Each step of `parts` in a turn of its own, so that a reader who is slow keeps no turn. */
export async function* inTurns<Part>(
  parts: AsyncIterable<Part>,
  takeTurn: () => Promise<() => void>,
): AsyncGenerator<Part> {
  const steps = parts[Symbol.asyncIterator]()
  try {
    for (;;) {
      const endTurn = await takeTurn()
      const { done, value } = await steps.next().finally(endTurn)
      if (done) return
      yield value
    }
  } finally {
    await steps.return?.()
  }
}

/** Calls `giveUp` when none of the parts has been taken for that long. */
export async function* takenWithin<Part>(
  parts: AsyncIterable<Part>,
  unread_ms: number,
  giveUp: () => void,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    const timer = setTimeout(giveUp, unread_ms)
    try {
      yield part
    } finally {
      clearTimeout(timer)
    }
  }
}
