// The programs that a test starts are made known here, so that their logs are shown when it fails
// (call-evidence.ts). Benches and trials start the same programs, and nothing listens there.
import { channel } from 'node:diagnostics_channel'

export interface TestProgram {
  readonly name: string
  /** All that it has written. */
  log(): string
}

export const startedPrograms = channel('softswitch.test-program')

export const announceProgram = (program: TestProgram): void => startedPrograms.publish(program)
