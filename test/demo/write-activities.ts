// The activities of the staff of the demo in its past weeks: logins, exports, a refused request,
// and changes that end at the values of the configuration.
import { randomUUID } from 'node:crypto'
import { formatRate, type Rate } from '#core/money.ts'
import type { Tx } from '#db/database.ts'
import { insertActivity } from '#db/people/activity-log.ts'
import { makeChance } from '../support/random.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The hours in UTC of a working day, and the address in the office. */
const STAFF = {
  admin: { from: 9, till: 12, ip: '192.0.2.10' },
  boris: { from: 7, till: 15, ip: '192.0.2.21' },
  nora: { from: 9, till: 18, ip: '2001:db8:60::14' },
  rosa: { from: 6, till: 14, ip: '192.0.2.35' },
  sami: { from: 8, till: 16, ip: '198.51.100.18' },
} as const
type Person = keyof typeof STAFF
const PEOPLE = Object.keys(STAFF) as Person[]

type Noted = Pick<
  Parameters<typeof insertActivity>[1],
  'action' | 'entity' | 'entity_id' | 'entity_name' | 'changes'
>

interface Row {
  readonly id: number
  readonly name: string
}

const update = (entity: string, { id, name }: Row, changes: Noted['changes']): Noted => ({
  action: 'UPDATE',
  entity,
  entity_id: String(id),
  entity_name: name,
  changes,
})

/** The changes of all weeks, each of a thing of its own, by whose work they are. */
async function changesOf(tx: Tx): Promise<Readonly<Record<Person, readonly Noted[]>>> {
  const gateways = await tx
    .selectFrom('gateway')
    .select(['id', 'name', 'channel_limit'])
    .orderBy('id')
    .execute()
  const clients = await tx
    .selectFrom('client as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['a.id', 'a.name', 'a.kind', 'c.route_plan_id'])
    .orderBy('a.id')
    .execute()
  const plans = await tx
    .selectFrom('route_plan')
    .select(['id', 'name', 'max_attempts'])
    .orderBy('id')
    .execute()
  const rates = await tx
    .selectFrom('tariff_rate')
    .select(['id', 'prefix', 'destination', 'rate'])
    .orderBy('id')
    .limit(20)
    .execute()
  return {
    rosa: gateways.map((one) =>
      update('gateway', one, {
        channel_limit: [
          one.channel_limit === null ? 60 : one.channel_limit - 10,
          one.channel_limit,
        ],
      }),
    ),
    nora: plans.map((one) =>
      update('route_plan', one, { max_attempts: [one.max_attempts - 2, one.max_attempts] }),
    ),
    admin: clients.map((one) =>
      update(one.kind === 'RETAIL' ? 'retail_client' : 'wholesale_client', one, {
        route_plan_id: [null, one.route_plan_id],
      }),
    ),
    boris: rates.map(({ id, prefix, destination, rate }) =>
      update(
        'tariff_rate',
        { id, name: `${prefix} ${destination}` },
        {
          rate: [formatRate(Math.round(rate * 1.05) as Rate), formatRate(rate)],
        },
      ),
    ),
    sami: [],
  }
}

const REFUSED: Noted = {
  action: 'REFUSED',
  entity: 'call_records',
  entity_id: '',
  entity_name: 'GET /api/cdr',
  changes: { permission: [null, 'call_records.export'] },
}
const login = (action: 'LOGIN' | 'LOGOUT', username: string): Noted => ({
  action,
  entity: 'session',
  entity_id: '',
  entity_name: username,
  changes: {},
})
const exported = (day: string): Noted => ({
  action: 'EXPORT',
  entity: 'cdr',
  entity_id: '',
  entity_name: `cdr-${day}.csv`,
  changes: { format: [null, 'csv'], range: [null, 'last_7d'] },
})

/** A change a day, by each whose work it is, until all are made. */
export async function writeActivities(tx: Tx, from_ms: number, till_ms: number): Promise<void> {
  const chance = makeChance(7)
  const changes = await changesOf(tx)
  const users = await tx.selectFrom('console_user').select(['id', 'username']).execute()
  const ids = new Map(users.map(({ id, username }) => [username, id]))
  const rows: { at_ms: number; who: Person; what: Noted }[] = []
  const firstDay = Math.ceil(from_ms / DAY_MS) * DAY_MS
  for (let day = firstDay, nth = 0; day + DAY_MS < till_ms; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    for (const who of PEOPLE) {
      const { from, till } = STAFF[who]
      const note = (hour: number, what: Noted) =>
        rows.push({ at_ms: Math.round(day + (hour + chance.next()) * HOUR_MS), who, what })
      note(from, login('LOGIN', who))
      const change = changes[who][nth]
      if (change) note(chance.whole(from + 1, till - 2), change)
      if (who === 'boris' && weekday === 1) {
        note(from + 1, exported(new Date(day).toISOString().slice(0, 10)))
      }
      if (who === 'sami' && weekday === 3) note(from + 2, REFUSED)
      note(till, login('LOGOUT', who))
    }
    nth += 1
  }
  rows.sort((a, b) => a.at_ms - b.at_ms)
  for (const { at_ms, who, what } of rows) {
    await insertActivity(tx, {
      ...what,
      at: new Date(at_ms).toISOString(),
      user_id: ids.get(who) ?? null,
      username: who,
      ip: STAFF[who].ip,
      user_agent: BROWSER,
      request_id: randomUUID(),
    })
  }
}
