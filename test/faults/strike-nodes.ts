// The faults of two nodes: a node without power or asleep, its parts, and what both share.
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../support/random.ts'
import { halt, kill, type Outage, processesOf, type Struck, send, type Target } from './strike.ts'
import type { Node, Shared, TwoNodes } from './two-nodes.ts'

/** A fault by its name. */
type Fault = (chance: Chance) => Promise<Struck>

/** Longer than the time after which another node takes the calls. */
const ASLEEP_MS = 25_000
/** A machine boots before, or after, the other node has closed its calls. */
const BOOT_MS = [0, 30_000] as const
const AWAY_MS = [500, 5000] as const
const PARTS = ['engine', 'kamailio', 'rtpengine', 'supervisor'] as const

const now = () => Date.now() / 1000

/** Each fault once, in an order by chance, and again. */
export function dealFaults(two: TwoNodes, chance: Chance): () => Promise<Struck> {
  const shared = { PostgreSQL: two.postgres, HAProxy: two.haproxy }
  const faults: readonly Fault[] = [
    ...two.nodes.flatMap((node) => [
      () => sleep(node),
      (dice: Chance) => cutPower(node, dice),
      ...PARTS.map((target) => (dice: Chance) => strikePart(node, target, dice)),
    ]),
    ...Object.entries(shared).flatMap(([name, part]) => [
      (dice: Chance) => killShared(name, part, dice),
      (dice: Chance) => haltShared(name, part, dice),
    ]),
  ]
  let deck: Fault[] = []
  return async () => {
    if (deck.length === 0) deck = shuffle(faults, chance)
    const fault = deck.pop()
    return (await fault?.(chance)) ?? { what: 'nothing', outages: [] }
  }
}

function shuffle<T>(list: readonly T[], chance: Chance): T[] {
  const keyed = list.map((one) => [chance.next(), one] as const)
  return keyed.toSorted(([one], [other]) => one - other).map(([, one]) => one)
}

/** All parts of a node are away. */
const ofNode = (node: Node, span: Omit<Outage, 'target' | 'switch'>): Outage[] =>
  PARTS.map((target) => ({ ...span, target, switch: node.switch }))

async function cutPower(node: Node, chance: Chance): Promise<Struck> {
  const from = now()
  await node.product.cutPower()
  const ms = chance.whole(...BOOT_MS)
  await pause(ms)
  await node.product.startAgain()
  return {
    what: `node ${node.id}: power cut for ${ms} ms`,
    outages: ofNode(node, { from, to: now() }),
  }
}

async function sleep({ product, ...node }: Node): Promise<Struck> {
  const pids = [product.pid, ...processesOf(product)]
  const from = now()
  send(pids, 'SIGSTOP')
  await pause(ASLEEP_MS)
  send(pids, 'SIGCONT')
  const woke_at = now()
  return {
    what: `node ${node.id}: asleep for ${ASLEEP_MS} ms`,
    outages: ofNode({ product, ...node }, { from, to: woke_at, woke_at }),
  }
}

async function strikePart(node: Node, target: Target, chance: Chance): Promise<Struck> {
  const { what, outages } =
    chance.next() < 0.4
      ? await halt(node.product, target, chance.whole(1000, 4000))
      : await kill(node.product, target, chance)
  return {
    what: `node ${node.id}: ${what}`,
    outages: outages.map((outage) => ({ ...outage, switch: node.switch })),
  }
}

async function killShared(name: string, part: Shared, chance: Chance): Promise<Struck> {
  const from = now()
  await part.kill()
  const ms = chance.whole(...AWAY_MS)
  await pause(ms)
  await part.startAgain()
  return {
    what: `kill ${name}, away for ${ms} ms`,
    outages: [{ target: 'database', from, to: now() }],
  }
}

async function haltShared(name: string, part: Shared, chance: Chance): Promise<Struck> {
  const from = now()
  const ms = chance.whole(...AWAY_MS)
  await part.halt(ms)
  return {
    what: `halt ${name} for ${ms} ms`,
    outages: [{ target: 'database', from, to: now() }],
  }
}
