// The product as an operator meets it: started, started twice, killed piece by piece, and ended.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../sip/until.ts'
import { type Product, startProduct } from '../support/product.ts'

let product: Product

beforeAll(async () => {
  product = await startProduct({
    http_port: 18710,
    sip_address: '127.0.46.1',
    first_rtp_port: 33000,
  })
})
afterAll(() => product?.remove())

/** Processes whose command line names the data folder, by what they are. */
function processesOf(words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command.includes(words) && command.includes(product.folder)
      } catch {
        return false
      }
    })
    .map(Number)
}

async function health(): Promise<Record<string, string>> {
  const answer = await fetch(`${product.console}/api/health`).catch(() => undefined)
  if (!answer?.ok) return {}
  return ((await answer.json()) as { data: { parts: Record<string, string> } }).data.parts
}

const ALL_WELL = { database: 'ok', engine: 'ok', kamailio: 'ok', rtpengine: 'ok' }
const isWell = () =>
  until(
    'every part is well',
    async () => JSON.stringify(await health()) === JSON.stringify(ALL_WELL),
    40,
  )

describe('the product', () => {
  test('says where the console is, and that every part is well', async () => {
    expect(product.output()).toContain(`Console: ${product.console}/vsa`)
    await isWell()
  })

  test('refuses to run twice on the same data folder', async () => {
    const another = await product.startAnother()
    expect(another.exit_code).toBe(1)
    expect(another.output).toMatch(/already/i)
    expect(await health()).toEqual(ALL_WELL)
  })

  test.each([
    ['kamailio', 'kamailio '],
    ['the engine', 'src/engine/main.ts'],
    ['the API', 'src/api/main.ts'],
    ['the database', 'postgres -D'],
  ])('heals when %s is killed', async (_, words) => {
    const [pid] = processesOf(words)
    expect(pid).toBeGreaterThan(0)
    process.kill(pid!, 'SIGKILL')
    await until(
      'it runs again',
      () => {
        const now = processesOf(words)
        return now.length > 0 && !now.includes(pid!)
      },
      40,
    )
    await isWell()
  })

  test('keeps Kamailio and finds all data after its supervisor was killed', async () => {
    const before = processesOf('kamailio ')
    await product.kill()
    await product.startAgain()
    await isWell()
    expect(processesOf('kamailio ')).toEqual(before)
    expect(product.output()).not.toContain('Made the first admin')
  })

  test('ends wholly when it is asked to', async () => {
    expect(await product.stop()).toBe(0)
    expect(processesOf('')).toEqual([])
  })
})
