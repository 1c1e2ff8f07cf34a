// Vitest's set-up of a test file: random properties begin with the seed of the run, if it has one.
import fc from 'fast-check'
import { runSeed } from './run-seed.ts'

fc.configureGlobal({ seed: runSeed(Date.now()) })
