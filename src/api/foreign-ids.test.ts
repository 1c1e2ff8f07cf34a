// Every kind of user opens every address with every id of all others, in every format, and finds
// no text and no figure that is not for it. In an everyday run one kind of user does, and all of
// them with what is new.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { textOfAnswer } from '#test/support/answer-text.ts'
import { startApi, type TestApi } from '#test/support/api.ts'
import {
  accountOf,
  type Figure,
  figuresOf,
  findingsIn,
  relationOf,
} from '#test/support/audience.ts'
import { makeDns } from '#test/support/brands.ts'
import { changedEndpoints } from '#test/support/changed-endpoints.ts'
import { changedFiles } from '#test/support/changed-files.ts'
import {
  has,
  type Ids,
  inBatches,
  open,
  type Page,
  pathsOf,
  queryTextOf,
  READ,
  readIds,
} from '#test/support/crawl.ts'
import { MARKED, mark, OWNERS, type Owner } from '#test/support/marked-accounts.ts'
import {
  addMarkedWorld,
  type MarkedWorld,
  VIEWERS,
  type Viewer,
} from '#test/support/marked-world.ts'
import { sampleOf } from '#test/support/sample.ts'

const dns = makeDns()
let api: TestApi
let world: MarkedWorld
let ids: Ids
let figures: ReadonlyMap<string, Figure>
/** The pages that exist: the admin has opened them. */
const pages: Page[] = []
/** The findings of the admin, by owner and thing. */
const ofAdmin = new Set<string>()

async function readBalances(): Promise<ReadonlyMap<Owner, number>> {
  const columns = ['account_id', 'balance'] as const
  const rows = await api.database.selectFrom('account_balance').select(columns).execute()
  const ownerOf = new Map(OWNERS.map((owner) => [world.ids[owner], owner]))
  return new Map(rows.map((row) => [ownerOf.get(row.account_id) ?? 'op', Number(row.balance)]))
}

beforeAll(async () => {
  const limits = { requests_per_minute: 1_000_000 }
  api = await startApi(undefined, { readTextRecords: dns.readTextRecords, limits })
  world = await addMarkedWorld(api, dns)
  ids = await readIds(api.database, world.call_ids)
  figures = figuresOf(await readBalances())
  // The texts of the domain, read before the login (brand-secrecy.test.ts).
  const read = READ.filter(({ path }) => path !== '/api/initial-data')
  const all = read.flatMap((endpoint) => pathsOf(endpoint, ids).map((path) => ({ endpoint, path })))
  await inBatches(all, async ({ endpoint, path }) => {
    const answer = await open(api.admin, path + queryTextOf(endpoint))
    expect([path, answer.statusCode]).not.toEqual([path, 400])
    if (answer.statusCode !== 200) return
    pages.push({ endpoint, path })
    for (const { owner, thing } of findingsIn(textOfAnswer(answer), figures)) {
      ofAdmin.add(`${owner} ${thing}`)
    }
  })
})
afterAll(() => api.close())

/** The answer, and what is in it that is not for the viewer. */
async function look(viewer: Viewer, url: string) {
  const answer = await open(world.viewers[viewer], url)
  const text = answer.statusCode === 200 ? textOfAnswer(answer) : ''
  const foreign = findingsIn(text, figures).filter(({ sees }) => !sees(viewer))
  const leaks = new Map(foreign.map((one) => [`${one.owner} ${one.thing}`, one.whole]))
  return {
    answer,
    leaks: [...leaks].map(([what, whole]) => `${url} has ${what}: ${around(text, whole)}`),
  }
}

const around = (text: string, word: string): string => {
  const at = text.indexOf(word)
  return text.slice(Math.max(0, at - 60), at + 40)
}

/** The text of an answer without what is of the moment. */
const OF_THE_MOMENT = /"request_id":"[^"]*"|"\d{4}-\d\d-\d\dT[^"]*"|"calls_per_second":[\d.]+/g
const lasting = ({ body }: { body: string }) => body.replace(OF_THE_MOMENT, '""')

test('the admin finds what is whose, and each number is that of one thing', () => {
  const notes = MARKED.map((one) => `${one} notes`)
  const things = ['package', 'payment', 'balance', 'bank', 'import', 'token', 'desk'] as const
  const payments = MARKED.map((one) => `${one} payment`)
  const charges = ['w5 charge of w5', 'r5 charge of w5', 'ws bought', 'w0 calldest']
  const others = things.map((thing) => `s1 ${thing}`)
  expect([...notes, ...payments, ...charges, ...others].filter((one) => !ofAdmin.has(one))).toEqual(
    [],
  )
})

/** A workbook has the rows of the CSV file, and takes ten times as long to read. */
const WITH_WORKBOOKS: readonly Viewer[] = ['r5', 'w2']

const changed = changedEndpoints(changedFiles())
const hasChanged = (endpoint: Endpoint) => changed.has(endpoint)
/** Everyone among these kinds of users looks at something: at everything, or at what is new. */
const withWork = <T>(all: readonly T[]) => (changed.size > 0 ? all : sampleOf(all))
const ofRun = sampleOf<Viewer>(VIEWERS)
/** Nine shares: with eight, a kind of user would come by the same files each time. */
const withFiles = new Set(
  sampleOf(
    READ.filter(({ list }) => list),
    { shares: 9, always: hasChanged },
  ),
)

function formatsOf(viewer: Viewer, endpoint: Endpoint): readonly string[] {
  if (!withFiles.has(endpoint)) return ['']
  const workbook = WITH_WORKBOOKS.includes(viewer) ? ['format=xlsx'] : []
  return ['', 'format=csv', ...workbook]
}

describe('with the ids of all others', () => {
  test.each(withWork(VIEWERS))('%s finds nothing foreign', async (viewer) => {
    const leaks: string[] = []
    const refused = new Set<Endpoint>()
    // One after the other: a user has one export at a time.
    const opened = pages.filter(({ endpoint }) => hasChanged(endpoint) || ofRun.includes(viewer))
    for (const { endpoint, path } of opened) {
      if (refused.has(endpoint)) continue
      for (const format of formatsOf(viewer, endpoint)) {
        const { answer, leaks: found } = await look(viewer, path + queryTextOf(endpoint, format))
        leaks.push(...found)
        if (answer.statusCode === 403) refused.add(endpoint)
        if (answer.statusCode !== 200) break
      }
    }
    expect(leaks).toEqual([])
  })
})

/** Foreign to all who search here. */
const FOREIGN = ['s1', 'ws'] as const

/** Filters by an account. */
const BY_ACCOUNT = [
  ...['account_id', 'parent_id', 'reseller_id', 'client_id', 'settlement_id', 'through'],
  ...['nearest_reseller_id', 'reseller_tree_id', 'last_settlement_id'],
]
const NONE = '987654321'

/** Foreign ids by the filters that take them. */
function foreignIdsFor(viewer: Viewer): Readonly<Record<string, readonly (string | number)[]>> {
  const self = accountOf(viewer)
  // Calls of the accounts of an admin are over all carriers.
  const some = (viewer === 'admin of r3' ? FOREIGN : [...FOREIGN, 'c1' as const]).filter(
    (one) => relationOf(self, one) === 'foreign',
  )
  const accounts = some.map((one) => world.ids[one])
  const tariff = world.tariffs[mark('s1', 'sell')] ?? 0
  return {
    ...Object.fromEntries(BY_ACCOUNT.map((name) => [name, accounts])),
    tariff_id: [tariff],
    tariffs: [tariff],
  }
}

/** Words that no row may be found by. */
function foreignWordsFor(viewer: Viewer): string[] {
  const self = accountOf(viewer)
  const foreign = (['r1', 's1', 'w0'] as const).filter((one) => relationOf(self, one) === 'foreign')
  const deeper = MARKED.filter((one) => one === 'w5' && relationOf(self, one) === 'tree')
  const isAdmin = viewer === 'admin of r3'
  return [
    ...foreign.map((one) => mark(one, '')),
    ...(isAdmin ? [] : deeper.flatMap((one) => [mark(one, 'login'), mark(one, 'payref')])),
    ...(isAdmin ? [] : [mark(self, 'notes'), mark(self, 'payprivate')]),
  ]
}

describe('a filter or a search', () => {
  const lists = READ.filter(({ path }) => !path.includes(':'))
  const searching = ['r3', 'w2', 'c0', 'admin of r3'] as const

  const searchingOfRun: readonly Viewer[] = sampleOf(searching)
  test.each(withWork(searching))(
    'of %s by what is foreign is as by nothing',
    { timeout: 300_000 },
    async (viewer) => {
      const wrong: string[] = []
      const compare = async (
        endpoint: Endpoint,
        name: string,
        values: readonly (string | number)[],
      ) => {
        if (!has(endpoint, name)) return
        const none = name === 'q' ? 'zz-nothing' : NONE
        const expected = await look(
          viewer,
          endpoint.path + queryTextOf(endpoint, `${name}=${none}`),
        )
        for (const value of values) {
          const url = endpoint.path + queryTextOf(endpoint, `${name}=${value}`)
          const { answer, leaks } = await look(viewer, url)
          wrong.push(...leaks)
          if (lasting(answer) !== lasting(expected.answer))
            wrong.push(`${url}: ${answer.body.slice(0, 300)}`)
        }
      }
      const searched = lists
        .filter(({ path }) => path !== '/api/lookup/packages')
        .filter((one) => hasChanged(one) || searchingOfRun.includes(viewer))
      for (const endpoint of searched) {
        const { answer } = await look(viewer, endpoint.path + queryTextOf(endpoint))
        if (answer.statusCode !== 200) continue
        for (const [name, values] of Object.entries(foreignIdsFor(viewer))) {
          await compare(endpoint, name, values)
        }
        await compare(endpoint, 'q', foreignWordsFor(viewer))
      }
      expect(wrong).toEqual([])
    },
  )
})
