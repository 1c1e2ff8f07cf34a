import { afterEach, describe, expect, it } from 'vitest'
import { alert, closeAlert, currentAlerts } from './alerts.ts'

const last = () => currentAlerts().at(-1)!

afterEach(() => {
  for (const { id } of currentAlerts()) closeAlert(id)
})

describe('alerts', () => {
  it('go away after three seconds unless told otherwise', () => {
    alert.success('Saved.')
    expect(last()).toMatchObject({ type: 'success', timeout: 3000 })
    alert.info('Look.', { timeout: 500 })
    expect(last().timeout).toBe(500)
  })

  it('that are errors stay until they are closed', () => {
    alert.error('No.')
    expect(last().timeout).toBe(0)
  })

  it('with the same words stand only once', () => {
    alert.error('The server does not answer.')
    alert.error('The server does not answer.')
    expect(currentAlerts()).toHaveLength(1)
  })

  it('that confirm answer true, false, or null when closed', async () => {
    for (const value of [true, false, null]) {
      const answer = alert.confirm('Sure?')
      closeAlert(last().id, value)
      expect(await answer).toBe(value)
    }
  })

  it('that prompt answer the text, or null when closed', async () => {
    const answer = alert.prompt('Name?')
    closeAlert(last().id, '')
    expect(await answer).toBe('')
    const closed = alert.prompt('Name?')
    closeAlert(last().id)
    expect(await closed).toBeNull()
  })
})
