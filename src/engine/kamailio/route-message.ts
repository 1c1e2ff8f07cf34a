// One gateway to try, as Kamailio reads it: flat, and without what is empty or 0, since each field
// costs it several microseconds.
import { assert } from '#core/assert.ts'
import type { CallerHeaders, SwitchRoute } from './switch-link.ts'

/**
 * Copied there into variables or texts, where a missing one would become 0 or `<null>`. Gateway 0
 * is a registered user.
 */
const ALWAYS: ReadonlySet<string> = new Set([
  'gateway_id',
  'codecs',
  'from_uri',
  'from_name',
  'to_uri',
])

export function routeMessage(route: SwitchRoute): object {
  const fields = Object.entries(allFields(route))
  return Object.fromEntries(
    fields.filter(([name, value]) => ALWAYS.has(name) || (value !== '' && value !== 0)),
  )
}

function allFields(route: SwitchRoute): Record<string, string | number> {
  return {
    gateway_id: route.gateway_id,
    on_net: route.on_net ?? '',
    node_user: route.node_user ?? '',
    uri: route.uri,
    dst_uri: route.dst_uri,
    networks: (route.networks ?? []).join(','),
    from_uri: route.from_uri ?? '',
    from_name: quoted(route.from_name ?? ''),
    to_uri: route.to_uri ?? '',
    headers: headerLines(route.headers ?? {}),
    socket: route.socket ?? '',
    codecs: route.codecs.join(','),
    media: mediaFlags(route),
    invite_timeout_ms: route.invite_timeout_ms,
    pdd_timeout_ms: route.pdd_timeout_ms ?? route.ring_timeout_ms,
    ring_timeout_ms: route.ring_timeout_ms,
    auth_username: route.auth?.username ?? '',
    auth_password: route.auth?.password ?? '',
    auth_realm: route.auth?.realm ?? '',
    stop: anchored(route.stop ?? ''),
    stop_after_two_gateways: anchored(route.stop_after_two_gateways ?? ''),
    stop_after_ringing: route.stop_after_ringing ? 1 : 0,
    ask: route.ask ? 1 : 0,
    replies: Object.entries(route.replies ?? {})
      .map(([code, told]) => `${code}=${told}`)
      .join(';'),
  }
}

const anchored = (pattern: string): string => (pattern === '' ? '' : `^(${pattern})$`)

/** A display name in quotes; what could end the header ends here. */
function quoted(name: string): string {
  const plain = name.replace(/\p{Cc}/gu, '').replace(/["\\]/g, '\\$&')
  return plain === '' ? '' : `"${plain}"`
}

function headerLines(headers: CallerHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => {
      assert(!/\p{Cc}/u.test(value), `a header ${name} holds no control characters`)
      return `${name}: ${value}\r\n`
    })
    .join('')
}

/** Kamailio passes them on to rtpengine; none means direct media. */
function mediaFlags({ codecs, media }: SwitchRoute): string {
  if (media === 'DIRECT') return ''
  const offered = codecs.length === 0 ? [] : [...codecs, 'telephone-event']
  const strip = offered.length === 0 ? [] : ['codec-strip-all']
  return ['RTP/AVP', ...strip, ...offered.map((codec) => `codec-offer-${codec}`)].join(' ')
}
