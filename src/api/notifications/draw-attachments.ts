// Draws the files of mails that wait: by the API, which has the fonts and the thread of documents.
// The job sends a mail when it has all of its files.
import { ATTACHMENT_BYTES_MAX } from '#core/notification/document-mail.ts'
import { retryPause } from '#core/notification/retry-pause.ts'
import type { WorkWatch } from '#db/machine/failing-work.ts'
import { keepDrawn, listUndrawn, type Undrawn } from '#db/notifications/attachments.ts'
import { endAttempt } from '#db/notifications/due-deliveries.ts'
import { EVERYTHING } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import type { DocumentFile, Drawing } from '../documents/document-file.ts'
import { drawDocument } from '../documents/draw-document.ts'
import { toInstant } from '../http/app-context.ts'
import { Problem } from '../http/problem.ts'
import { runAgain } from '../http/run-again.ts'

const LOOK_EVERY_MS = 2000
const NAME_MAX = 200

/** Another API may draw the same: the first that is stored counts. */
export async function drawAttachments(drawing: Drawing): Promise<void> {
  const { database, clock } = drawing
  const drawn = new Set<string>()
  for (const one of await listUndrawn(database, toInstant(clock.now_ms()))) {
    // A mail to several addresses has the same file for all of them.
    const { document_kind, document_id, account_id, starts_at, ends_at, sender_id, timezone } = one
    const parts = [document_kind, document_id, account_id, starts_at, ends_at, sender_id, timezone]
    const key = parts.join(' ')
    if (drawn.has(key)) continue
    drawn.add(key)
    await drawOne(drawing, one)
  }
}

async function drawOne(drawing: Drawing, one: Undrawn): Promise<void> {
  const { database } = drawing
  try {
    const file = await draw(drawing, one)
    await database.transaction().execute(async (tx) => {
      await keepDrawn(tx, one, file)
      await sendSignal(tx, { changed: 'notifications' })
    })
  } catch (error) {
    await noteFailure(drawing, one, error)
  }
}

/** The user who queued the mail was allowed to see the document; its issuer follows from it. */
async function draw(drawing: Drawing, one: Undrawn): Promise<DocumentFile> {
  const { name, bytes } = await drawDocument(drawing, EVERYTHING, one)
  if (bytes.byteLength > ATTACHMENT_BYTES_MAX) {
    throw new Problem('too-large', { message: 'The file is too large for a mail.' })
  }
  return { name: name.slice(-NAME_MAX), bytes }
}

/** A busy thread or a lost database may pass; a document that cannot be drawn does not. */
async function noteFailure(
  { database, clock }: Drawing,
  { delivery_id: id, attempts, next_try_at: claim }: Undrawn,
  error: unknown,
): Promise<void> {
  const isFinal = error instanceof Problem && error.code !== 'too-many-tries'
  const message = error instanceof Error ? error.message : String(error)
  const pause_ms = isFinal ? undefined : retryPause(attempts + 1)
  const now_ms = clock.now_ms()
  await endAttempt(
    database,
    { id, next_try_at: claim },
    {
      ok: false,
      answer: `The file could not be made: ${message}`,
      now: toInstant(now_ms),
      next_try_at: pause_ms === undefined ? null : toInstant(now_ms + pause_ms),
    },
  )
}

/** Answers a function that ends it. While the database is away the mails wait. */
export const watchAttachments = (drawing: Drawing, watch: WorkWatch): (() => Promise<void>) =>
  runAgain(watch, {
    ...{ name: 'files of mails', every_ms: LOOK_EVERY_MS },
    run: () => drawAttachments(drawing),
  })
