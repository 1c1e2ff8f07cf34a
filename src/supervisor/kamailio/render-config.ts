// Joins the files of Kamailio's configuration and fills their places. Every value is checked,
// because a quote or a line break in one would be code in Kamailio; kamailio/README.md says what
// each place means.
import { readFile } from 'node:fs/promises'
import { ownAddress, type SipListener } from '#core/sip-ports.ts'
import { SIP_REALM } from '#core/sip-realm.ts'
import { keyFor } from '#db/secrets/signatures.ts'
import type { TunnelAddress } from './tunnels.ts'

export interface SwitchSettings {
  listen: readonly SipListener[]
  /** More addresses of our own, from which gateways are called; over TCP only if `listen` is. */
  tunnels: readonly TunnelAddress[]
  /** In place of hidden addresses; the same as long as calls last. */
  mask_address: string
  rpc_port: number
  evapi_port: number
  rtpengine_port: number
  /** The port of the tracer. */
  trace_port: number
  kamailio_secret: string
  topoh_key: string
  digest_key: string
  trace_key: string
  run_folder: string
  dialog_db: string
  location_db: string
  module_path: string
  /** How many processes take what arrives at each address. */
  children: number
}

const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/
const PORT = /^\d{1,5}$/
const COUNT = /^[1-9]\d{0,2}$/
const SECRET = /^[A-Za-z0-9]{16,128}$/
const REALM = /^[a-z0-9.-]{1,64}$/
const HOST_PORT = /^\d{1,3}(\.\d{1,3}){3}:\d{1,5}$/
const PATH = /^\/[^"\\{};#\p{Cc}]+$/u
const LOOPBACK_SOCKET = /^udp:127\.0\.0\.1:\d{1,5}$/

/** Where connections to gateways come from: where they would connect to us. */
function tcpSource({ listen }: Pick<SwitchSettings, 'listen'>): string {
  return (listen.find(({ transport }) => transport === 'tcp') ?? listen[0])?.address ?? ''
}

function listenLine({ transport, address, port, advertise }: SipListener): string {
  const line = `listen=${transport}:${checked('LISTEN', address, ADDRESS)}:${port}`
  return advertise ? `${line} advertise ${checked('LISTEN', advertise, ADDRESS)}:${port}` : line
}

/** Without those that are listened on anyhow: Kamailio refuses to start with an address twice. */
function tunnelLines({ listen, tunnels }: Pick<SwitchSettings, 'listen' | 'tunnels'>): string[] {
  const transports = (['udp', 'tcp'] as const).filter(
    (transport) => transport === 'udp' || listen.some((one) => one.transport === 'tcp'),
  )
  return tunnels.flatMap(({ address, port, advertise }) =>
    transports
      .filter(
        (transport) =>
          !listen.some(
            (one) => one.transport === transport && one.address === address && one.port === port,
          ),
      )
      .map((transport) => listenLine({ transport, address, port, advertise })),
  )
}

function checked(place: string, value: string | number, pattern: RegExp): string {
  const text = String(value)
  if (!pattern.test(text)) {
    throw new Error(
      `${JSON.stringify(text)} cannot be written into Kamailio's configuration (${place})`,
    )
  }
  return text
}

const SEAL_KEY_BYTES = 16
const sealKey = (purpose: string, { topoh_key }: SwitchSettings): string =>
  keyFor(purpose, topoh_key, SEAL_KEY_BYTES).toString('hex')

const FOLDER = new URL('../../../kamailio/', import.meta.url)
const INCLUDE = /^include_file "([\w-]+\.cfg)"$/gm

/**
 * The configuration as one text, with its places still open. One file is checked and replaced at
 * once, and the lines that Kamailio complains of are those of the file that it was started with.
 */
export async function readTemplate(): Promise<string> {
  const main = await readFile(new URL('kamailio.cfg', FOLDER), 'utf8')
  const names = [...main.matchAll(INCLUDE)].map(([, name = '']) => name)
  const files = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')))
  const byName = new Map(names.map((name, at) => [name, files[at] ?? '']))
  return main.replace(
    INCLUDE,
    (_, name: string) => `####### ${name} #######\n\n${byName.get(name)}`,
  )
}

export function renderConfig(template: string, settings: SwitchSettings): string {
  const own = ownAddress(settings.listen)
  const values: Record<string, string> = {
    LISTEN: [...settings.listen.map(listenLine), ...tunnelLines(settings)].join('\n'),
    TCP_SOURCE: checked('TCP_SOURCE', tcpSource(settings), ADDRESS),
    CHILDREN: checked('CHILDREN', settings.children, COUNT),
    RPC_PORT: checked('RPC_PORT', settings.rpc_port, PORT),
    EVAPI_PORT: checked('EVAPI_PORT', settings.evapi_port, PORT),
    KAMAILIO_SECRET: checked('KAMAILIO_SECRET', settings.kamailio_secret, SECRET),
    RUN_FOLDER: checked('RUN_FOLDER', settings.run_folder, PATH),
    DIALOG_DB: checked('DIALOG_DB', settings.dialog_db, PATH),
    LOCATION_DB: checked('LOCATION_DB', settings.location_db, PATH),
    RTPENGINE_SOCKET: checked(
      'RTPENGINE_SOCKET',
      `udp:127.0.0.1:${settings.rtpengine_port}`,
      LOOPBACK_SOCKET,
    ),
    TRACE_PORT: checked('TRACE_PORT', settings.trace_port, PORT),
    TRACE_KEY: checked('TRACE_KEY', settings.trace_key, SECRET),
    TOPOH_KEY: checked('TOPOH_KEY', settings.topoh_key, SECRET),
    SEAL_KEY: sealKey('the seal of a call', settings),
    HOP_KEY: sealKey('the seal of a call that a node passes on', settings),
    NODE_KEY: sealKey('the seal of an INVITE to a node', settings),
    DIGEST_KEY: checked('DIGEST_KEY', settings.digest_key, SECRET),
    TOPOH_ADDRESS: checked('TOPOH_ADDRESS', settings.mask_address, ADDRESS),
    OWN_NAME: checked('OWN_NAME', own, ADDRESS),
    OWN_ADDRESS: checked('OWN_ADDRESS', `${own}:${settings.listen[0]?.port ?? 5060}`, HOST_PORT),
    SIP_REALM: checked('SIP_REALM', SIP_REALM, REALM),
    MODULE_PATH: checked('MODULE_PATH', settings.module_path, PATH),
  }
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, place: string) => {
    const value = values[place]
    if (value === undefined) throw new Error(`kamailio/*.cfg: unknown placeholder ${place}`)
    return value
  })
  const forgotten = Object.keys(values).filter((place) => !template.includes(`{{${place}}}`))
  if (forgotten.length > 0) {
    throw new Error(`kamailio/*.cfg lacks the placeholders ${forgotten.join(', ')}`)
  }
  return text
}
