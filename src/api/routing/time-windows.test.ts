import { describe, expect, test } from 'vitest'
import { lookupTimeWindows } from '#contract/console/lookups.ts'
import * as windows from '#contract/routing/time-windows.ts'
import { apiForFile } from '#test/support/api.ts'
import { lastActivity, routingChangeNumber } from '#test/support/configuration.ts'
import {
  addUsingGateway,
  addWindow,
  OFFICE,
  type WindowForm,
  windowForm,
} from '#test/support/route-lists.ts'

const api = apiForFile()

describe('a time window', () => {
  test('tells whether it is open, until when, and its hours in words', async () => {
    api.clock.now = Date.parse('2026-07-06T12:00:00Z')
    const { data, status } = await addWindow(api)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      hours: 'Mon–Fri 09:00–17:30',
      current_state: 'open',
      next_change: '2026-07-06T16:30:00.000Z',
      ranges: [OFFICE],
      used_by_count: 0,
    })
    api.clock.now = Date.parse('2026-07-10T17:00:00Z')
    const params = { id: data.id }
    const later = await api.admin.call(windows.getTimeWindow, { params })
    expect(later.data).toMatchObject({
      current_state: 'closed',
      next_change: '2026-07-13T08:00:00.000Z',
    })
    const query = { q: data.name, status: 'active' } as const
    const { ranges: _, ...row } = later.data
    expect((await api.admin.call(windows.listTimeWindows, { query })).data).toEqual([row])
    const picked = await api.admin.call(lookupTimeWindows, { query: { q: data.name } })
    expect(picked.data).toMatchObject([{ id: data.id, hint: 'Europe/London', status: 'active' }])
  })

  test('is changed once, and the engine hears of it', async () => {
    const before = await routingChangeNumber(api)
    const { data } = await addWindow(api)
    const params = { id: data.id }
    const body = { ...windowForm({ name: data.name, status: 'blocked' }), version: 1 }
    const changed = await api.admin.call(windows.updateTimeWindow, { params, body })
    expect(changed.data).toMatchObject({ version: 2, current_state: 'closed', next_change: null })
    expect((await lastActivity(api)).changes).toEqual({ status: ['active', 'blocked'] })
    const again = await api.admin.call(windows.updateTimeWindow, { params, body })
    expect(again.problem.code).toBe('changed-meanwhile')
    expect((await api.admin.call(windows.deleteTimeWindow, { params })).status).toBe(204)
    expect((await api.admin.call(windows.getTimeWindow, { params })).status).toBe(404)
    expect(await routingChangeNumber(api)).toBe(before + 3)
  })

  test.each<[string, Partial<WindowForm>]>([
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['ranges', { ranges: [] }],
    ['ranges.0.from', { ranges: [{ ...OFFICE, from: '24:00' }] }],
    ['ranges.0.till', { ranges: [{ ...OFFICE, till: '24:01' }] }],
    ['ranges.0.till', { ranges: [{ ...OFFICE, till: '09:00' }] }],
    ['ranges.0.weekdays.0', { ranges: [{ ...OFFICE, weekdays: [0] }] }],
    ['ranges.0.weekdays', { ranges: [{ ...OFFICE, weekdays: [1, 1] }] }],
    ['ranges.0.months.0', { ranges: [{ ...OFFICE, months: [13] }] }],
    ['ranges.0.days.0', { ranges: [{ ...OFFICE, days: [32] }] }],
  ])('is refused for its %s', async (field, change) => {
    const { problem } = await addWindow(api, change)
    expect(Object.keys(problem.fields ?? {})).toEqual([field])
  })

  test('has a name of its own, and its life while something uses it', async () => {
    const { data } = await addWindow(api)
    expect((await addWindow(api, { name: data.name.toUpperCase() })).problem.fields).toHaveProperty(
      'name',
    )
    const gateway = await addUsingGateway(api, { window_id: data.id })
    const params = { id: data.id }
    const used = await api.admin.call(windows.getTimeWindow, { params })
    expect(used.data.used_by_count).toBe(1)
    const refused = await api.admin.call(windows.deleteTimeWindow, { params })
    expect(refused.problem).toMatchObject({
      code: 'in-use',
      message: `The time window is in use by gateway ${gateway}. You can block it instead.`,
    })
  })
})
