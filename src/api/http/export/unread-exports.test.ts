import { expect, test } from 'vitest'
import { apiForFile } from '#test/support/api.ts'
import { EXPORT, listenWithManyRows, openUnread } from '#test/support/unread-export.ts'

const api = apiForFile({ limits: { unread_ms: 500 } })

test('an export that is not read ends after a time, and its user has the next one', async () => {
  const port = await listenWithManyRows(api)
  const socket = await openUnread(port, api.admin)
  const url = `${EXPORT}&rows=page&limit=10`
  expect((await api.admin.send({ method: 'GET', url })).statusCode).toBe(200)
  socket.destroy()
})
