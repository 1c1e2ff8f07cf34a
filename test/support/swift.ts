// A real store with the interface of S3: OpenStack Swift, where Debian's packages are installed.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { S3mini } from 's3mini'
import type { Bucket } from '#supervisor/backup/s3-store.ts'
import { runChild, startChild } from '#supervisor/processes/child.ts'
import { databaseUser } from '#supervisor/processes/system-user.ts'
import { until } from '../sip/until.ts'

const PROXY_PORT = 16_480
const PORTS = { object: 16_481, container: 16_482, account: 16_483 }
const SERVERS = ['object', 'container', 'account', 'proxy'] as const
const URL_OF_IT = `http://127.0.0.1:${PROXY_PORT}`
const KEY = { region: 'us-east-1', key_id: 'test:keeper', secret: 'correct-horse' }
/** That of S3 is 1000, which would make the test of long lists slow. */
export const NAMES_OF_A_PAGE = 100

export const hasSwift = (): boolean =>
  SERVERS.every((server) => existsSync(`/usr/bin/swift-${server}-server`))

const settingsOf = (server: (typeof SERVERS)[number], folder: string, user: string) => {
  const port = server === 'proxy' ? PROXY_PORT : PORTS[server]
  const common = [
    ...['[DEFAULT]', 'bind_ip = 127.0.0.1', `bind_port = ${port}`, `user = ${user}`],
    ...[`swift_dir = ${folder}`, `devices = ${folder}`, 'mount_check = false', 'workers = 0'],
  ]
  if (server !== 'proxy') {
    const app = [`[app:${server}-server]`, `use = egg:swift#${server}`]
    return [...common, '[pipeline:main]', `pipeline = ${server}-server`, ...app, '']
  }
  const filters = ['catch_errors', 'cache', 's3api', 'tempauth', 'slo']
  return [
    ...[...common, '[pipeline:main]', `pipeline = ${filters.join(' ')} proxy-server`],
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
    ...filters.flatMap((filter) => [
      `[filter:${filter}]`,
      `use = egg:swift#${filter === 'cache' ? 'memcache' : filter}`,
      ...(filter === 's3api' ? [`max_bucket_listing = ${NAMES_OF_A_PAGE}`] : []),
      ...(filter === 'tempauth' ? [`user_test_keeper = ${KEY.secret} .admin`] : []),
    ]),
    '',
  ]
}

async function makeRings(folder: string): Promise<void> {
  const makeRing = async ([kind, port]: [string, number]) => {
    const build = (...args: string[]) =>
      runChild({ program: 'swift-ring-builder', args: [join(folder, `${kind}.builder`), ...args] })
    await build('create', '4', '1', '1')
    await build('add', `r1z1-127.0.0.1:${port}/disk`, '1')
    await build('rebalance')
  }
  await Promise.all(Object.entries(PORTS).map(makeRing))
}

export interface Swift {
  /** There is one, empty at first. */
  readonly bucket: Bucket
  /** In the middle of its work. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export async function startSwift(): Promise<Swift> {
  // Not in memory: it keeps what it knows of a file in attributes of the file system.
  const folder = await mkdtemp('/var/tmp/softswitch-swift-')
  // It does not run as root.
  const user = databaseUser('/nonexistent')
  await makeRings(folder)
  const hash = '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n'
  await writeFile(join(folder, 'swift.conf'), hash)
  for (const server of SERVERS) {
    const lines = settingsOf(server, folder, user.name)
    await writeFile(join(folder, `${server}.conf`), lines.join('\n'))
  }
  await mkdir(join(folder, 'disk'))
  for (const path of [folder, join(folder, 'disk')]) await chown(path, user.uid, user.gid)
  let children: ReturnType<typeof startChild>[] = []

  async function kill(): Promise<void> {
    for (const child of children) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    children = []
  }

  async function start(): Promise<void> {
    children = SERVERS.map((server) => {
      const args = [join(folder, `${server}.conf`)]
      return startChild({ program: `swift-${server}-server`, args, user }, 'ignore')
    })
    for (const port of [...Object.values(PORTS), PROXY_PORT]) {
      await until(`Swift answers at ${port}`, () =>
        fetch(`http://127.0.0.1:${port}`).then(
          () => true,
          () => false,
        ),
      )
    }
  }

  async function close(): Promise<void> {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }

  const bucket = { ...KEY, url: `${URL_OF_IT}/backups/of-one` }
  const keys = { accessKeyId: KEY.key_id, secretAccessKey: KEY.secret, region: KEY.region }
  try {
    await start()
    await new S3mini({ ...keys, endpoint: `${URL_OF_IT}/backups` }).createBucket()
  } catch (error) {
    await close()
    throw error
  }
  return { bucket, kill, start, close }
}
