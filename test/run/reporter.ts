// Vitest's reporter of a run: leaves the results where the runner reads them.
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { loadNow } from '../support/load-now.ts'
import { type Failure, type FileResult, type Skip, writeResults } from './results.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The thing that a machine must have for the test to run (test/support/needs.ts). */
    needs?: string
  }
}

/** Writes them into the folder, in a file of this process. */
export function leaveResults(folder: string): Reporter {
  /** By the id of the test that failed. */
  const loads = new Map<string, number>()
  return {
    onTestCaseResult(test) {
      if (test.result().state === 'failed') loads.set(test.id, loadNow())
    },
    onTestRunEnd: (modules, unhandled) =>
      writeResults(folder, {
        files: modules.map((module) => resultOf(module, loads)),
        unhandled: unhandled.map(textOf),
      }),
  }
}

function resultOf(module: TestModule, loads: ReadonlyMap<string, number>): FileResult {
  const tests = [...module.children.allTests()]
  const places = [module, ...module.children.allSuites()]
  const failures = [
    ...places.map((place) => failureOf(nameOf(place), place.errors())),
    ...tests.map((test) =>
      failureOf(test.fullName, test.result().errors ?? [], loads.get(test.id)),
    ),
  ].filter(({ errors }) => errors.length > 0)
  const skipped = tests.filter((test) => test.result().state === 'skipped')
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    seconds: module.diagnostic().duration / 1000,
    tests: tests.length - skipped.length,
    failures: failures.length > 0 || module.ok() ? failures : [failureOf('the file', [UNNAMED])],
    skips: skipped.map(skipOf),
  }
}

const UNNAMED = { message: 'It failed without an error.' }

const nameOf = (place: TestModule | TestSuite): string =>
  place.type === 'module' ? 'the file' : place.fullName

const failureOf = (
  test: string,
  errors: readonly SerializedError[],
  load = loadNow(),
): Failure => ({ test, errors: errors.map(textOf), load })

/** The message, and where in our own code it came from. */
function textOf({ name, message, stack }: SerializedError): string {
  const place = stack?.split('\n').find((line) => /[(/](src|test)\//.test(line))
  return [name ? `${name}: ${message}` : message, place?.trim()].filter(Boolean).join('\n')
}

function skipOf(test: TestCase): Skip {
  let place: TestCase | TestSuite | TestModule = test
  while (!place.meta().needs && place.type !== 'module') place = place.parent
  return { test: test.fullName, needs: place.meta().needs ?? 'nothing that it names' }
}
