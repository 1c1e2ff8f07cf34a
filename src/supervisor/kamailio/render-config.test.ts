import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readTemplate, renderConfig, type SwitchSettings } from './render-config.ts'

const settings: SwitchSettings = {
  listen: [
    { transport: 'udp', address: '192.0.2.1', port: 5060, advertise: '203.0.113.9' },
    { transport: 'tcp', address: '192.0.2.1', port: 5080, advertise: '203.0.113.9' },
  ],
  tunnels: [],
  mask_address: '203.0.113.9',
  rpc_port: 18001,
  evapi_port: 18002,
  rtpengine_port: 18003,
  trace_port: 18004,
  kamailio_secret: 'a'.repeat(32),
  topoh_key: 'b'.repeat(32),
  digest_key: 'c'.repeat(32),
  trace_key: 'd'.repeat(32),
  run_folder: '/srv/soft switch/run/kamailio',
  dialog_db: '/dev/shm/softswitch/dialog.db',
  location_db: '/dev/shm/softswitch/location.db',
  module_path: '/usr/lib/x86_64-linux-gnu/kamailio/modules/',
  children: 3,
}

const template = await readTemplate()

test('every file of the folder is in the configuration, and every place is filled', async () => {
  const names = await readdir(new URL('../../../kamailio/', import.meta.url))
  const included = names.filter((name) => name.endsWith('.cfg') && name !== 'kamailio.cfg')
  const text = renderConfig(template, settings)
  expect([...text.matchAll(/^#{7} (.*) #{7}$/gm)].map(([, name]) => name).sort()).toEqual(
    included.sort(),
  )
  expect(text).not.toContain('include_file')
  expect(text).not.toContain('{{')
  expect(text).toContain(
    'listen=udp:192.0.2.1:5060 advertise 203.0.113.9:5060\n' +
      'listen=tcp:192.0.2.1:5080 advertise 203.0.113.9:5080\n',
  )
  expect(text).toContain('"udp:127.0.0.1:18003"')
  expect(text).toContain('\nchildren=3\n')
})

test('connections come from the first address for TCP, or from the first one of all', () => {
  const [udp] = settings.listen as [SwitchSettings['listen'][number]]
  const tcp = { ...udp, transport: 'tcp', address: '192.0.2.2' } as const
  const sourceOf = (listen: SwitchSettings['listen']) =>
    /^tcp_source_ipv4=(.*)$/m.exec(renderConfig(template, { ...settings, listen }))?.[1]
  expect(sourceOf([udp, tcp])).toBe('192.0.2.2')
  expect(sourceOf([udp])).toBe('192.0.2.1')
})

test('tunnels are listened on too, once each, and told as they are to be told', () => {
  const tunnels = [
    { address: '192.0.2.1', port: 5060, advertise: null },
    { address: '198.51.100.7', port: 5061, advertise: '203.0.113.10' },
  ]
  expect(renderConfig(template, { ...settings, tunnels })).toContain(
    'listen=tcp:192.0.2.1:5080 advertise 203.0.113.9:5080\n' +
      'listen=tcp:192.0.2.1:5060\n' +
      'listen=udp:198.51.100.7:5061 advertise 203.0.113.10:5061\n' +
      'listen=tcp:198.51.100.7:5061 advertise 203.0.113.10:5061\n',
  )
})

test('a tunnel opens no TCP where none was asked for', () => {
  const listen = settings.listen.filter(({ transport }) => transport === 'udp')
  const tunnels = [{ address: '198.51.100.7', port: 5061, advertise: null }]
  const text = renderConfig(template, { ...settings, listen, tunnels })
  expect(text.match(/^listen=.*$/gm)).toEqual([
    'listen=udp:192.0.2.1:5060 advertise 203.0.113.9:5060',
    'listen=udp:198.51.100.7:5061',
    'listen=tcp:127.0.0.1:18001',
  ])
})

test.each<[string, Partial<SwitchSettings>]>([
  ['a quote in a path', { run_folder: '/tmp/a")\nmodparam("x' }],
  ['a line break in a path', { dialog_db: '/tmp/a\nb' }],
  ['no process', { children: 0 }],
  ['a relative path', { module_path: 'modules' }],
  ['a host name as address', { mask_address: 'example.com' }],
  ['a secret with other signs than letters and digits', { kamailio_secret: '"'.repeat(32) }],
  ['a tunnel of no address', { tunnels: [{ address: 'x', port: 5060, advertise: null }] }],
  ['no address at all', { listen: [] }],
])('%s is refused', (_, wrong) => {
  expect(() => renderConfig(template, { ...settings, ...wrong })).toThrow('cannot be written')
})

test('a place that we do not know, and one that the template lacks, are refused', () => {
  expect(() => renderConfig(`${template}\n{{UNKNOWN}}`, settings)).toThrow('UNKNOWN')
  expect(() => renderConfig('{{LISTEN}}', settings)).toThrow('lacks the placeholders TCP_SOURCE')
})
