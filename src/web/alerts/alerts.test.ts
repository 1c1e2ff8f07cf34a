import { afterEach, describe, expect, it, vi } from 'vitest'
import { alert, closeAlert, currentAlerts, html, recentAlerts } from './alerts.ts'

const last = () => currentAlerts.get().at(-1)!

afterEach(() => {
  for (const { id } of currentAlerts.get()) closeAlert(id)
})

describe('alerts', () => {
  it('go away after three seconds unless told otherwise', () => {
    alert.success('Saved.')
    expect(last()).toMatchObject({ type: 'success', timeout: 3000 })
    alert.info('Look.', { timeout: 500 })
    expect(last().timeout).toBe(500)
  })

  it('that are errors go away too, only later', () => {
    alert.error('No.')
    expect(last().timeout).toBe(10_000)
    alert.error('No, and soon.', { timeout: 4000 })
    expect(last().timeout).toBe(4000)
  })

  it('about work come when it takes a second, and go with its end', async () => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<string>()
    const work = alert.during('Working…', promise)
    vi.advanceTimersByTime(999)
    expect(currentAlerts.get()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(last()).toMatchObject({ type: 'info', text: 'Working…' })
    resolve('done')
    expect(await work).toBe('done')
    expect(currentAlerts.get()).toEqual([])
    vi.useRealTimers()
  })

  it('that ask something wait for the answer', () => {
    void alert.confirm('Sure?')
    expect(last().timeout).toBe(0)
  })

  it('can be read again, the last twenty of them, without questions', () => {
    for (let at = 1; at <= 25; at += 1) alert.info(`Notice ${at}`)
    void alert.prompt('Name?')
    alert.info('Notice 20')
    for (const { id } of currentAlerts.get()) closeAlert(id)
    const texts = recentAlerts.get().map(({ text }) => text)
    expect(texts).toHaveLength(20)
    expect(texts.slice(0, 3)).toEqual(['Notice 20', 'Notice 25', 'Notice 24'])
    expect(texts.at(-1)).toBe('Notice 6')
  })

  it('written as markup keep names as text', () => {
    const name = `<b onclick="run('it')">&`
    expect(html`<code>${name}</code> is <b>blocked</b>.`).toBe(
      '<code>&lt;b onclick=&quot;run(&#39;it&#39;)&quot;&gt;&amp;</code> is <b>blocked</b>.',
    )
  })

  it('with the same words stand only once', () => {
    alert.error('The server does not answer.')
    alert.error('The server does not answer.')
    expect(currentAlerts.get()).toHaveLength(1)
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
