// Vitest's set-up of a file of calls: when a test fails, the ends of the logs of all programs that
// its file has started are printed, and how busy the machine is.
import { afterAll, beforeEach } from 'vitest'
import { loadNow } from './load-now.ts'
import { startedPrograms, type TestProgram } from './programs.ts'

const LINES_SHOWN = 40

const programs: TestProgram[] = []
const add = (program: unknown): void => void programs.push(program as TestProgram)
startedPrograms.subscribe(add)
afterAll(() => {
  startedPrograms.unsubscribe(add)
})

beforeEach(({ task, onTestFailed }) => {
  // An engine of an earlier test has ended, and has nothing to say about this one.
  const before = new Map(programs.map((program) => [program, program.log().length]))
  onTestFailed(() => {
    console.log(
      [
        `Evidence of "${task.name}": load ${loadNow().toFixed(1)}.`,
        ...programs.flatMap((program) => endOf(program, before.get(program) ?? 0)),
      ].join('\n'),
    )
  })
})

function endOf({ name, log }: TestProgram, length_before: number): string[] {
  const text = log()
  if (text.length === length_before) return [`--- ${name} has written nothing since it began.`]
  return [`--- ${name}, at the end of its log:`, ...text.trimEnd().split('\n').slice(-LINES_SHOWN)]
}
