// The thread of rate imports: reading a million rows takes seconds of computing, during which
// other jobs run. It ends when there is nothing left to do.
import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { workOnImports } from './work-on-imports.ts'

const { url } = z.object({ url: z.string() }).parse(workerData)
await workOnImports(url)
