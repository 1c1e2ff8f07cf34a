import { test } from 'vitest'
import { openConsole } from './console.ts'
import { startCalling } from './calling.ts'

const OUT = '/tmp/w/shots-calls'
test('shots', async () => {
  const c = await openConsole()
  const { page } = c
  const shots = async (name: string, path: string, ready?: () => Promise<unknown>) => {
    for (const [w, h] of [[1440, 900], [390, 844]] as const) {
      for (const theme of ['light', 'dark']) {
        await page.setViewportSize({ width: w, height: h })
        await page.evaluate((t) => localStorage.setItem('theme', t), theme)
        await page.goto(path)
        await page.waitForLoadState('networkidle').catch(() => {})
        await ready?.()
        await page.waitForTimeout(700)
        await page.screenshot({ path: `${OUT}/${name}-${w}-${theme}.png` })
      }
    }
  }
  const only = process.env.SHOTS ?? 'empty,data,error'
  if (only.includes('empty')) {
    await shots('empty-home', '/vsa')
    await shots('empty-records', '/vsa/cdr/wholesale')
    await shots('empty-active', '/vsa/monitor/active-calls')
  }
  const calling = await startCalling(c.api.url, { balance: 900_000_000, sell_rate: 30_000_000 })
  let last
  if (only.includes('data')) {
    for (let m = 1400; m > 2; m -= 30) {
      calling.setMinutesAgo(m)
      if (m > 700 && m < 900) continue
      const n = 1 + Math.round(2 * Math.abs(Math.sin(m / 300)))
      for (let i = 0; i < n; i++) await calling.talked(30 + ((m * 7 + i * 31) % 300), { caller_number: `49301${m}${i}` }, i === 1 ? 1 : 0)
      if (m % 60 === 20) await calling.failed([503, 486])
      if (m % 90 === 20) await calling.failed([503, 503])
      if (m % 120 === 20) await calling.cancelled()
      if (m % 150 === 20) await calling.refused({ source_ip: '127.0.9.9' })
      if (m % 120 === 80) await calling.refused({ dialled_number: '331234567' })
    }
    calling.setMinutesAgo(1)
    last = await calling.talked(61, {}, 1)
    calling.setMinutesAgo(0)
    const f = await calling.failed([503, 486])
    const can = await calling.cancelled()
    const ref = await calling.refused({ dialled_number: '331234567' })
    await calling.ongoing()
    await calling.ongoing({ caller_number: '12025550123', dialled_number: '447700900123' }, 1)
    await calling.ongoing({ caller_number: '12025550144', dialled_number: '447700900124' })
    await calling.ringing({ caller_number: '12025550155' })
    if (only.includes('home') || only === 'empty,data,error') await shots('home', '/vsa')
    await shots('active', '/vsa/monitor/active-calls')
    await shots('records', '/vsa/cdr/wholesale?range=7d')
    await shots('failed', '/vsa/cdr/wholesale/failed?range=7d&sip_code=486')
    await shots('call', `/vsa/cdr/wholesale?call=${last.call_id}`)
    await page.setViewportSize({ width: 1440, height: 2600 })
    for (const [n, id] of [['call', last.call_id], ['callfailed', f.call_id], ['callcancel', can.call_id], ['callref', ref.call_id]]) {
      await page.goto(`/vsa/cdr/wholesale?call=${id}`)
      await page.waitForTimeout(1200)
      await page.screenshot({ path: `${OUT}/long-${n}.png`, clip: { x: 600, y: 0, width: 840, height: 1700 } })
    }
    await page.setViewportSize({ width: 390, height: 3000 })
    await page.goto(`/vsa/cdr/wholesale?call=${last.call_id}`)
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `${OUT}/long-call-390.png` })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(() => localStorage.setItem('theme', 'light'))
    await page.goto('/vsa/monitor/active-calls')
    await page.getByRole('checkbox', { name: /Select 12025550123/ }).click()
    await page.waitForTimeout(300)
    await page.getByRole('button', { name: 'Hang up…' }).first().click()
    await page.waitForTimeout(700)
    await page.screenshot({ path: `${OUT}/hangup.png` })
  }
  if (only.includes('error')) {
    await page.route(/\/api\/(cdr|active-calls|home)/, (r) => r.fulfill({ status: 500, json: { message: 'It broke.', code: 'our-fault' } }))
    await shots('error-home', '/vsa')
    await shots('error-records', '/vsa/cdr/wholesale?call=123456')
    await shots('error-active', '/vsa/monitor/active-calls')
    await page.unroute(/\/api\/(cdr|active-calls|home)/)
    await shots('unknown-call', '/vsa/cdr/wholesale?call=123456')
  }
  console.log(c.complaints)
  await calling.stop()
  await c.close()
}, 400_000)
