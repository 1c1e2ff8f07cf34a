// How the activity log names what no user has done.
import type { DraftMaker } from '#db/invoices/draft-due-invoices.ts'
import { insertActivity } from '#db/people/activity-log.ts'

const SWITCH = { user_id: null, username: 'billing cycle', ip: null, user_agent: '' }

export const noteBySwitch: DraftMaker['note'] = (tx, what) =>
  insertActivity(tx, { ...SWITCH, request_id: '', ...what })
