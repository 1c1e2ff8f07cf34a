import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without any variable everything has a default', () => {
  expect(readConfig({})).toEqual({
    ROLE: 'all',
    BACKUP_HOUR: 2,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: 8080,
    TRUSTED_PROXY: [],
    METRICS_ALLOW: [],
    SIP_LISTEN: [{ transport: 'udp', address: '127.0.0.1', port: 5060 }],
    RTP_MIN: 10000,
    RTP_MAX: 20000,
    TEST_LINE_PORT: 5090,
    ADMIN_USERNAME: 'admin',
    ENGINES: 1,
    LOG_LEVEL: 'info',
  })
})

test('an empty variable counts as not set, a strange one is ignored', () => {
  expect(readConfig({ HTTP_PORT: '', EDITOR: 'vi' }).HTTP_PORT).toBe(8080)
})

test('several SIP addresses are separated by commas', () => {
  const { SIP_LISTEN } = readConfig({ SIP_LISTEN: 'udp:192.0.2.1:5060, tcp:192.0.2.1:5080' })
  expect(SIP_LISTEN).toEqual([
    { transport: 'udp', address: '192.0.2.1', port: 5060 },
    { transport: 'tcp', address: '192.0.2.1', port: 5080 },
  ])
})

test('TRUSTED_PROXY takes addresses and networks of both kinds', () => {
  expect(readConfig({}).TRUSTED_PROXY).toEqual([])
  const { TRUSTED_PROXY } = readConfig({ TRUSTED_PROXY: '127.0.0.1, ::1,10.0.0.0/8,fd00::/64' })
  expect(TRUSTED_PROXY).toEqual(['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/64'])
})

test.each([
  ['ROLE', 'slave', 'ROLE must be all, node or node-with-console'],
  ['ROLE', 'node', 'DATABASE_URL must be set for a node'],
  ['JOIN_CODE', '7-abc', 'JOIN_CODE must be a code as the console shows it'],
  ['HTTP_PORT', '70000', 'HTTP_PORT must be a whole number from 1 to 65535'],
  ['HTTP_PORT', '80x', 'HTTP_PORT must be a whole number'],
  ['TRUSTED_PROXY', 'proxy.example.com', 'TRUSTED_PROXY must be addresses or networks'],
  ['TRUSTED_PROXY', '127.0.0.1, 10.0.0.0/33', 'TRUSTED_PROXY must be addresses or networks'],
  ['TRUSTED_PROXY', '0.0.0.0/0', 'TRUSTED_PROXY must be addresses or networks'],
  ['TRUSTED_PROXY', '::/0', 'TRUSTED_PROXY must be addresses or networks'],
  ['TRUSTED_PROXY', 'loopback', 'TRUSTED_PROXY must be addresses or networks'],
  ['SIP_LISTEN', 'udp:0.0.0.0:5060', 'SIP_LISTEN must be addresses'],
  ['SIP_LISTEN', 'udp:127.0.0.1:5060\nloadmodule "x"', 'SIP_LISTEN must be addresses'],
  ['SIP_ADVERTISE', 'sip.example.com', 'SIP_ADVERTISE must be an IPv4 address'],
  ['RTP_MAX', '10050', 'RTP_MAX must be at least 100 more'],
  ['RTP_REDIS', '192.0.2.9:6379/0', 'RTP_REDIS must be redis://:PASSWORD@HOST:PORT/N'],
  ['RTP_REDIS', 'redis://192.0.2.9:6379/16', 'RTP_REDIS must be redis://'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must start with postgres://'],
  ['DATABASE_REPLICA_URL', 'mysql://x', 'DATABASE_REPLICA_URL must start with postgres://'],
  ['DATABASE_REPLICA_URL', 'postgres:///x', 'DATABASE_REPLICA_URL must have a host'],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have at least 12'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal'],
])('%s=%s is refused with what it must be', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(message)
})

test('the replica is another server than the database', () => {
  const readBoth = (DATABASE_URL: string, DATABASE_REPLICA_URL: string) => () =>
    readConfig({ DATABASE_URL, DATABASE_REPLICA_URL })
  const message = 'DATABASE_REPLICA_URL must be another server than DATABASE_URL'
  expect(readBoth('postgres://us@one/db', 'postgres://one:5432')).toThrow(message)
  expect(readBoth('postgres://us@one/db', 'postgres://two')).not.toThrow()
  expect(readBoth('postgres://us@one/db', 'postgres://one:5433')).not.toThrow()
})

test('backups go to a folder or to a bucket, with all that it needs', () => {
  const bucket = {
    ...{ BACKUP_S3_URL: 'https://store.example/backups/of-one', BACKUP_S3_REGION: 'eu-central-1' },
    ...{ BACKUP_S3_KEY_ID: 'key', BACKUP_S3_SECRET: 'quite/secret' },
  }
  expect(readConfig(bucket)).toMatchObject(bucket)
  const { BACKUP_S3_SECRET: _, ...half } = bucket
  expect(() => readConfig(half)).toThrow('must be set all four, or none')
  expect(() => readConfig({ ...bucket, BACKUP_DIR: '/mnt/backups' })).toThrow('beside BACKUP_DIR')
  const own = { ...bucket, DATABASE_URL: 'postgres://db' }
  expect(() => readConfig(own)).toThrow('BACKUP_S3_URL is for the embedded database')
  for (const wrong of [
    'http://store.example/b',
    'https://store.example',
    'https://a:b@c.example/d',
  ])
    expect(() => readConfig({ ...bucket, BACKUP_S3_URL: wrong })).toThrow('https://STORE/BUCKET')
  const spaced = { ...bucket, BACKUP_S3_SECRET: 'quite secret' }
  expect(() => readConfig(spaced)).toThrow(/^(?!.*quite secret)/)
})

test('the README lists every variable', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const source = await readFile(new URL('./config.ts', import.meta.url), 'utf8')
  const names = [...source.matchAll(/^ {4}([A-Z\d_]+):/gm)].map(([, name]) => name)
  expect(names).toHaveLength(29)
  for (const name of names) expect(readme).toContain(`\`${name}\``)
})
