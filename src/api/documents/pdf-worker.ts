// The thread of one PDF document.
import { parentPort, workerData } from 'node:worker_threads'
import { drawPdf } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'

parentPort?.postMessage(await drawPdf(workerData as PdfDocument))
