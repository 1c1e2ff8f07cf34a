// The thread of reconciliations: comparing a million rows takes seconds of computing, during which
// other jobs run. It ends when there is nothing left to do.
import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { workOnReconciliations } from './work-on-reconciliations.ts'

const { url } = z.object({ url: z.string() }).parse(workerData)
await workOnReconciliations(url)
