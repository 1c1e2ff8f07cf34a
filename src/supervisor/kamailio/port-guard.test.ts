// The effect of the guard on real programs is tested in test/calls/product.test.ts.
import { expect, test } from 'vitest'
import { needsRoot } from '#test/support/needs.ts'
import { runChild } from '../processes/child.ts'

test('says that the control ports are open where it cannot close them', needsRoot, async () => {
  const code = `
    const { guardPorts } = await import('${new URL('port-guard.ts', import.meta.url)}')
    const ports = { rpc: 1, evapi: 2, rtpengine: 3, trace: 4 }
    const guard = await guardPorts({ path: '/nowhere' }, ports, console.log)
    console.log(guard.warning)
    await guard.remove()`
  const node = [process.execPath, '--input-type=module', '-e', code]
  // As root in a container, which may not touch the firewall.
  const args = ['--bounding-set=-net_admin', '--inh-caps=-net_admin', ...node]
  expect(await runChild({ program: 'setpriv', args })).toMatch(
    /^any user of this machine can reach its control port: nft says .*Operation not permitted/,
  )
})
