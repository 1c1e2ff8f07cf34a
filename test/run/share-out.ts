// The files of the call suite, shared out among parts that run side by side, so that all parts end
// at about the same time.

/** The files that wait for long, on an idle machine; `npm run test:calls` prints their times. */
export const SLOW_FILES: Readonly<Record<string, number>> = {
  'test/calls/nodes.test.ts': 113,
  'test/calls/many-calls.test.ts': 75,
  'test/calls/faults.test.ts': 66,
  'test/calls/product.test.ts': 60,
  'test/calls/keep-alive.test.ts': 58,
  'test/calls/whole-call.test.ts': 45,
  'test/calls/engine-gone.test.ts': 44,
  'test/calls/late-answer.test.ts': 37,
  'test/calls/strangers.test.ts': 30,
  'test/calls/alarms.test.ts': 24,
  'test/calls/recordings.test.ts': 23,
  'test/calls/call-and-end.test.ts': 22,
  'test/calls/metrics.test.ts': 20,
  'test/calls/trace-rules.test.ts': 20,
  'test/calls/late-money.test.ts': 18,
  'test/calls/sip-traces.test.ts': 16,
}

/** The others, one with the other. */
const OTHER_SECONDS = 7

const knownSeconds = (file: string): number => SLOW_FILES[file] ?? OTHER_SECONDS

/** The longest first, each to the part that has the least; no part is empty. */
export function shareOut(
  files: readonly string[],
  parts_max: number,
  secondsOf = knownSeconds,
): string[][] {
  const parts = Array.from({ length: parts_max }, () => ({ seconds: 0, files: [] as string[] }))
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const least = parts.reduce((best, part) => (part.seconds < best.seconds ? part : best))
    least.files.push(file)
    least.seconds += secondsOf(file)
  }
  return parts.map((part) => part.files).filter((shared) => shared.length > 0)
}
