import type { AnswerOf } from '#contract/endpoint.ts'
import * as contract from '#contract/notifications/mail-server.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { textOf } from '#core/notification/message.ts'
import { htmlOf } from '#core/notification/message-html.ts'
import { exampleEvent } from '#core/notification/webhook-payload.ts'
import type { Database } from '#db/database.ts'
import { queueTest } from '#db/notifications/delivery-log.ts'
import { findMailServer, findMailTest, writeMailServer } from '#db/notifications/mail-server.ts'
import { readSettings } from '#db/settings.ts'
import { sendSignal } from '#db/signals.ts'
import { changedMeanwhile, noteActivity, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, Problem } from '../http/problem.ts'
import { checkSeesMessages } from './notification-checks.ts'

const entity = 'mail_server'
const form = contract.mailServerForm
const signal = { changed: 'notifications' } as const
const NAME = 'E-mail server'

/** The values of the form before it was saved for the first time. */
const BLANK: Omit<AnswerOf<typeof contract.getMailServer>, 'last_test'> = {
  ...{ status: 'active', host: '', port: 587, security: 'STARTTLS', checks_certificate: true },
  ...{ username: '', from_address: '', from_name: '', reply_to: '', console_url: '' },
  ...{ allows_private: true, has_password: false, version: 0 },
}

async function read(database: Database) {
  const server = (await findMailServer(database)) ?? BLANK
  return { ...server, last_test: (await findMailTest(database)) ?? null }
}

export const mailServer: HandlersOf<typeof contract> = {
  getMailServer: ({ database }) => read(database),

  updateMailServer: ({ database, secretKeys, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      checkSeesMessages(actor.caller)
      const { version, password, ...values } = body
      const before = await findMailServer(tx)
      // A stored password goes nowhere else than where it was entered for.
      const isElsewhere = before?.host !== values.host || before.port !== values.port
      if (before?.has_password && isElsewhere && password === undefined) {
        throw badField('password', 'Another server needs it again.')
      }
      const sealed = password && secretKeys.encrypt('mail_server.password', password)
      const stored = password === undefined ? values : { ...values, password: sealed ?? '' }
      if (!(await writeMailServer(tx, version, stored))) {
        throw await changedMeanwhile(tx, actor, entity, entity)
      }
      const after = password ? { ...values, password } : values
      const change = { entity, id: entity, name: NAME, form, ...(before && { before }), after }
      await publishChange(tx, actor, change, signal)
      return read(tx)
    }),

  testMailServer: ({ database, body: { to }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      if (!(await findMailServer(tx))) {
        throw new Problem('not-allowed', { message: 'Save the e-mail server first.' })
      }
      const now = toInstant(clock.now_ms())
      const { title, timezone, date_format, theme_colors } = await readSettings(tx)
      const { primary, primaryText } = theme_colors
      const links = { console_url: '', unsubscribe_url: '' }
      const look = {
        title,
        timezone,
        date_format,
        primary,
        primaryText,
        rule_name: 'Test',
        ...links,
      }
      const events = [{ ...exampleEvent(now), sentence: 'This is a test of the e-mail server.' }]
      await queueTest(tx, {
        ...{ owner_id: OPERATOR_ID, sender_id: OPERATOR_ID, rule_id: null, channel: 'EMAIL' },
        ...{ recipient: to.toLowerCase(), severity: 'INFO', subject: `Test of ${title}` },
        ...{ body_text: textOf(events, look), body_html: htmlOf(events, look) },
        ...{ created_at: now, queued_at: now, next_try_at: now },
      })
      await noteActivity(tx, actor, {
        ...{ action: 'EXECUTE', entity, entity_id: entity, entity_name: NAME },
        changes: { test: [null, to] },
      })
      await sendSignal(tx, signal)
      return read(tx)
    }),
}
