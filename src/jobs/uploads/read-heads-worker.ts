// The thread that reads the first rows of uploaded files. It ends when none is left.
import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { readHeads } from './read-heads.ts'

const { url } = z.object({ url: z.string() }).parse(workerData)
await readHeads(url)
