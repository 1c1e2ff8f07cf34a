// A database of its own for each test file, copied from the migrated template in some 40 ms.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { type Database, makeClient, makePool, openDatabase } from '#db/database.ts'
import type { Role } from '#db/role-rights.ts'

export interface FreshDatabase {
  /** As its owner, who may do anything. */
  url: string
  /** As API, engines and jobs connect, with no more rights than they have. */
  urls: Record<Role, string>
  database: Database
  /** A connection of the owner, and a pool of connections: both end with the database. */
  connect(config?: pg.ClientConfig): Promise<pg.Client>
  pool(size: number): pg.Pool
  close(): Promise<void>
}

function urlOf(name: string, url = inject('template_url')): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function execute(command: string): Promise<void> {
  const client = makeClient(urlOf('postgres'), 'test')
  await client.connect()
  await client.query(command).finally(() => client.end())
}

/** Connections that a test opens itself; `endAll` ends them. */
export function connectionsTo(url: string) {
  const opened: (pg.Client | pg.Pool)[] = []
  return {
    async connect(config?: pg.ClientConfig): Promise<pg.Client> {
      const client = makeClient(url, 'test', config)
      opened.push(client)
      await client.connect()
      return client
    },
    pool(size: number): pg.Pool {
      const pool = makePool(url, 'test', size)
      opened.push(pool)
      return pool
    },
    async endAll(): Promise<void> {
      for (const one of opened) await one.end()
    },
  }
}

export async function freshDatabase(template = 'softswitch'): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Files are copied, not logged page by page: in memory this takes a tenth of the time.
  await execute(`create database ${name} template ${template} strategy file_copy`)
  const url = urlOf(name)
  const database = openDatabase(url, 'test')
  const { api, engine, jobs } = inject('role_urls')
  const { endAll, ...connections } = connectionsTo(url)
  return {
    url,
    urls: { api: urlOf(name, api), engine: urlOf(name, engine), jobs: urlOf(name, jobs) },
    database,
    ...connections,
    async close() {
      await endAll()
      await database.destroy()
      await execute(`drop database ${name} with (force)`)
    },
  }
}

/** The database of a test file: there from the first hook of the file on, until after its last. */
export function databaseForFile(open = () => freshDatabase()): FreshDatabase {
  const fresh = {} as FreshDatabase
  beforeAll(async () => {
    Object.assign(fresh, await open())
  })
  afterAll(() => fresh.close())
  return fresh
}

/** As databaseForFile, with another one for each test. */
export function databaseForEachTest(): FreshDatabase {
  const fresh = {} as FreshDatabase
  beforeEach(async () => {
    Object.assign(fresh, await freshDatabase())
  })
  afterEach(() => fresh.close())
  return fresh
}

/** The address, if it is of the role: as the owner a test would not see that a right is missing. */
export function addressOf(role: Role, url: string): string {
  if (new URL(url).username.endsWith(`_${role}`)) return url
  throw new Error(`Give it the address of the role ${role}, and not that of the owner.`)
}

/** Without a table, for tests that migrate by themselves. */
export const emptyDatabase = (): Promise<FreshDatabase> => freshDatabase('template0')
