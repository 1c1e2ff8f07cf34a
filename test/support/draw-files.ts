// The files of mails that wait, drawn at once and not when the server of the test looks.
import { makePdfWriter } from '#api/documents/pdf-writer.ts'
import { drawAttachments } from '#api/notifications/draw-attachments.ts'
import type { TestApi } from './api.ts'

export const drawFiles = ({
  api_database: database,
  clock,
}: Pick<TestApi, 'api_database' | 'clock'>): Promise<void> =>
  drawAttachments({
    database,
    pdf: makePdfWriter(),
    clock: { now_ms: () => clock.now, monotonic_ms: () => clock.now },
  })
