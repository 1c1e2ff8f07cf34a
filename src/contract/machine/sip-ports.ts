import { z } from 'zod'
import { isRtpPort, socketName } from '#core/sip-ports.ts'
import { endpoint } from '../endpoint.ts'
import { instant } from '../primitives.ts'

const address = z
  .ipv4('An IPv4 address, for example 192.0.2.1.')
  .refine((ip) => !/^(0|22[4-9]|23\d|24\d|25[0-5])\./.test(ip), 'Not a usable IP address.')
const port = z.number().int().min(1).max(65_535)
const rtpPort = z.number().int().min(1024).max(65_535)

const listener = z.strictObject({
  transport: z.enum(['udp', 'tcp']),
  address,
  port,
  /** The address in SIP messages, if it is another one (NAT). */
  advertise: address.nullable(),
})

const RTP_PORTS_MIN = 100

export const sipPortsForm = z
  .strictObject({
    /** The first is what gateways see, and its address carries the media. */
    listen: z.array(listener).min(1).max(8),
    rtp_min: rtpPort,
    rtp_max: rtpPort,
    /** The change is undone unless confirmed within this time. */
    confirm_seconds: z.number().int().min(5).max(600).default(60),
  })
  .superRefine(({ listen, rtp_min, rtp_max }, context) => {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    for (const [at, one] of listen.entries()) {
      const name = socketName(one)
      if (listen.findIndex((other) => socketName(other) === name) < at) {
        complain(['listen', at, 'port'], 'Listed twice.')
      }
      if (one.transport === 'udp' && isRtpPort({ rtp_min, rtp_max }, one.port)) {
        complain(['listen', at, 'port'], 'Within the RTP range.')
      }
    }
    if (rtp_max - rtp_min < RTP_PORTS_MIN) {
      complain(['rtp_max'], `At least ${RTP_PORTS_MIN} more than the lowest port.`)
    }
  })

const ports = z.object({ listen: z.array(listener), rtp_min: z.number(), rtp_max: z.number() })

const status = z.object({
  /** The confirmed ones. */
  ports,
  /** IPv4 addresses of this machine. */
  addresses: z.array(z.string()),
  /** The last change. */
  change: z
    .object({
      state: z.enum(['REQUESTED', 'UNCONFIRMED', 'CONFIRMED', 'UNDONE', 'REFUSED']),
      ports,
      /** Until then an unconfirmed change can be confirmed. */
      confirm_until: instant.nullable(),
      message: z.string(),
      requested_by: z.string(),
      requested_at: instant,
    })
    .nullable(),
  /** Listeners that were given up, as long as calls use them: they refuse new calls. */
  closing: z.array(listener),
  /** The RTP range and the media address change when there are no active calls. */
  is_media_waiting: z.boolean(),
})
export type SipPortsStatus = z.output<typeof status>

export const getSipPorts = endpoint({
  method: 'GET',
  path: '/api/settings/sip-ports',
  summary: 'SIP listeners and RTP ports, and their last change',
  needs: 'sip_ports.view',
  answer: status,
  passive: true,
})

export const setSipPorts = endpoint({
  method: 'PUT',
  path: '/api/settings/sip-ports',
  summary: 'Tries and switches SIP listeners and RTP ports; undone unless confirmed in time',
  needs: 'sip_ports.edit',
  body: sipPortsForm,
  answer: status,
})

export const confirmSipPorts = endpoint({
  method: 'POST',
  path: '/api/settings/sip-ports/confirm',
  summary: 'Keeps the SIP ports that are tried',
  needs: 'sip_ports.edit',
  answer: status,
})

export const undoSipPorts = endpoint({
  method: 'POST',
  path: '/api/settings/sip-ports/undo',
  summary: 'Returns to the SIP ports from before the trial',
  needs: 'sip_ports.edit',
  answer: status,
})
