// Vitest's set-up of a test file in `npm run proof`: random properties begin with its seed.
import fc from 'fast-check'
import { proofSeed } from './proof-seed.ts'

fc.configureGlobal({ seed: proofSeed(0) })
