// Many calls at the same moment: what is said about them is more than Kamailio reads at once.
import { expect, test } from 'vitest'
import type { SwitchReply } from '#engine/kamailio/switch-link.ts'
import { startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { addressesIn, setUpSwitch } from './switch-bench.ts'

const PLACE = { network: '127.17.7', first_port: 25_300 }
const { SWITCH, CALLER, GATEWAY } = addressesIn(PLACE)
const CALLS = 200

const bench = setUpSwitch(PLACE)

const startCallers = (scenario: string, places: Readonly<Record<string, string | number>> = {}) =>
  startSipp({
    scenario,
    places,
    address: CALLER,
    to: SWITCH,
    number: '441234',
    calls: CALLS,
    calls_per_second: 400,
    seconds: 120,
  })

/** Every call waits until all have come; then `answer` gives each its reply. */
function decideTogether(answer: (tell: (reply: SwitchReply) => void) => Promise<void>): void {
  const waiting: ((reply: SwitchReply) => void)[] = []
  bench.engine.decide = () => {
    const { promise, resolve } = Promise.withResolvers<SwitchReply>()
    if (waiting.push(resolve) === CALLS) void answerAll()
    return promise
  }
  async function answerAll() {
    for (const tell of waiting) await answer(tell)
  }
}

test('calls that are all decided in one breath are all connected, and all listed', async () => {
  // Ten ways make an answer as large as it gets.
  const routes = Array.from({ length: 10 }, () => routeTo(GATEWAY, { media: 'DIRECT' }))
  decideTogether(async (tell) => tell(routing(routes)))
  const called = await bench.gateway('gateway', {}, GATEWAY, CALLS)
  const callers = await startCallers('caller', { TALK_MS: 6000 })
  try {
    await until('all calls are listed as answered', async () => {
      const dialogs = await bench.engine.link.list()
      return dialogs.filter(({ state }) => state === 'ANSWERED').length === CALLS
    })
    expect(await callers.finished).toMatchObject({ successful: CALLS, failed: 0 })
    expect(await called.finished).toMatchObject({ successful: CALLS, failed: 0 })
  } finally {
    await callers.stop()
  }
})

test('an answer arrives even among thousands of other words of the same moment', async () => {
  const refusal = { kind: 'refuse', call_id: '4711', sip_code: 486, reason: 'Busy' } as const
  decideTogether(async (tell) => {
    for (let word = 0; word < 50; word++) bench.engine.link.setLimit('1:1:1', 60)
    tell({ ...refusal, q850_cause: 17 })
  })
  const callers = await startCallers('caller-is-refused', { CODE: 486 })
  try {
    expect(await callers.finished).toMatchObject({ successful: CALLS, failed: 0 })
  } finally {
    await callers.stop()
  }
})
