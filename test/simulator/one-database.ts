// The product as it is: one database for all accounts.
import { strict as assert } from 'node:assert'
import { VirtualChargingQueue } from './charging-queue.ts'
import { makeCommit } from './commit.ts'
import { Database } from './database.ts'
import type { Backing, Commit, Environment, Writer } from './environment.ts'
import { Oracle } from './oracle.ts'
import { Store } from './store.ts'

export class OneDatabase implements Backing {
  readonly #environment: Environment
  readonly #store: Store
  readonly #oracle: Oracle
  readonly #database: Database
  readonly #commit: Commit

  constructor(environment: Environment) {
    const { available_funds, packages } = environment.world
    this.#environment = environment
    this.#store = new Store(available_funds, packages)
    this.#oracle = new Oracle(available_funds, packages)
    this.#database = new Database(environment, this.#store)
    this.#commit = makeCommit(environment, { store: this.#store, oracle: this.#oracle })
  }

  chargingQueueFor = (writer: Writer) =>
    new VirtualChargingQueue(this.#environment, this.#database, writer, this.#commit)
  poolFor = (writer: Writer) => this.#database.poolFor(writer)
  noteSeen = (engine: string) => this.#store.noteSeen(engine, this.#environment.clockwork.now)
  goAway = (ms: number) => this.#database.goAway(ms)
  beSlow = (ms: number) => this.#database.beSlow(ms)
  openCalls = () => [...this.#store.open.values()]

  pay(from: number | null, to: number, millionths: number): void {
    if (this.#store.pay(from, to, millionths)) this.#oracle.notePayment(from, to, millionths)
  }

  planFaults(): void {}

  checkEnd(): void {
    this.#oracle.compareAll(this.#store)
    assert.deepEqual([...this.#store.open.keys()], [], 'calls are open after all are over')
  }
}
