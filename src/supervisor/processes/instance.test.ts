import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimInstance, findInstance } from './instance.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'softswitch-instance-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('a second instance on one folder is refused and told the process of the first', async () => {
  const { release } = await claimInstance(folder, () => {})
  await expect(claimInstance(folder, () => {})).rejects.toThrow(`process ${process.pid}`)
  release()
  expect(await findInstance(folder)).toBeUndefined()
})

test('of many that start at the same time one wins', async () => {
  const claims = await Promise.allSettled(
    Array.from({ length: 8 }, () => claimInstance(folder, () => {})),
  )
  const winners = claims.filter((claim) => claim.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  for (const { value } of winners) value.release()
})

test('a killed supervisor is no obstacle', async () => {
  const claim = `import(${JSON.stringify(new URL('./instance.ts', import.meta.url).href)})
    .then(({ claimInstance }) => claimInstance(${JSON.stringify(folder)}, () => {}))
    .then(() => console.log('claimed'))`
  const killed = spawn(process.execPath, ['-e', claim], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(killed.stdout, 'data')
  await expect(claimInstance(folder, () => {})).rejects.toThrow(`process ${killed.pid}`)
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  const { release } = await claimInstance(folder, () => {})
  expect((await findInstance(folder))?.pid).toBe(process.pid)
  release()
})

test('asking to stop reaches the one who runs, and is answered when it has gone', async () => {
  const sockets: net.Socket[] = []
  const onStop = vi.fn(() => {
    for (const socket of sockets) socket.destroy()
  })
  const { server, release } = await claimInstance(folder, onStop)
  server.on('connection', (socket) => sockets.push(socket))
  await (await findInstance(folder))?.askToStop()
  expect(onStop).toHaveBeenCalledOnce()
  release()
})
