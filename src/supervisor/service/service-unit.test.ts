// The unit as systemd itself reads it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runChild } from '../processes/child.ts'
import { checkService } from './service-check.ts'
import { readEnvironment, writeVariables } from './service-environment.ts'
import { serviceUnit } from './service-unit.ts'

test('systemd finds the unit right, and little exposed', async () => {
  // Verify only checks that the program exists; a path says nothing of the sandbox.
  const programs = await mkdtemp(join(tmpdir(), 'softswitch-programs-'))
  try {
    await runChild({ program: 'cp', args: ['/bin/true', join(programs, 'node')] })
    const environment = '/etc/softswitch.env'
    const exposure = await checkService({ programs, data: '/var/lib/softswitch', environment })
    expect(Number(exposure)).toBeGreaterThan(0)
    expect(Number(exposure)).toBeLessThanOrEqual(3.1)
    const backups = '/mnt/backups'
    expect(serviceUnit({ programs, data: '/var/lib/softswitch', backups, environment })).toContain(
      '\nReadWritePaths=/var/lib/softswitch /mnt/backups\n',
    )
    await expect(
      checkService({ programs: '/nowhere', data: '/var/lib/softswitch', environment }),
    ).rejects.toThrow('systemd refuses the unit')
    await expect(
      checkService({ programs, data: '/var/lib/x\nProtectHome=perhaps', environment }),
    ).rejects.toThrow('systemd refuses the unit')
  } finally {
    await rm(programs, { recursive: true, force: true })
  }
})

test('a variable takes the place of its line, and other lines stay as they are', () => {
  const before = '# mine\nHTTP_PORT=8080\n\n#ENGINES=2\nADMIN_PASSWORD="a long  one # here"\n'
  const after = writeVariables(before, { HTTP_PORT: '80', SIP_LISTEN: 'udp:192.0.2.1:5060' })
  expect(after).toBe(
    '# mine\n\n#ENGINES=2\nADMIN_PASSWORD="a long  one # here"\n' +
      'HTTP_PORT=80\nSIP_LISTEN=udp:192.0.2.1:5060\n',
  )
  expect(readEnvironment(after)).toEqual({
    HTTP_PORT: '80',
    SIP_LISTEN: 'udp:192.0.2.1:5060',
    ADMIN_PASSWORD: 'a long  one # here',
  })
})

test('a value with signs is read back as it was, and one that cannot be is refused', () => {
  const value = 'postgres://a:b$c"%s \\@/db'
  expect(readEnvironment(writeVariables('', { DATABASE_URL: value }))).toEqual({
    DATABASE_URL: value,
  })
  for (const wrong of ["it's", 'a\nHTTP_HOST=0.0.0.0']) {
    expect(() => writeVariables('', { ADMIN_PASSWORD: wrong })).toThrow('ADMIN_PASSWORD')
  }
})
