// Versions of what we start that have a hole which an operator must know of. They come from the
// packages of the system: we can only say so.
import { existsSync } from 'node:fs'

const isBelow = (version: readonly number[], fixed: readonly number[]): boolean => {
  const at = fixed.findIndex((part, index) => (version[index] ?? 0) !== part)
  return at !== -1 && (version[at] ?? 0) < (fixed[at] ?? 0)
}

/** Where the crash over TCP is repaired in each line (CVE-2026-39863). */
const KAMAILIO_FIXED = [
  [5, 8, 8],
  [6, 0, 6],
  [6, 1, 1],
] as const

/** `said` is what `kamailio -v` prints. */
export function kamailioHole(said: string, listensOnTcp: boolean): string | undefined {
  const text = /kamailio (\d+\.\d+\.\d+)/.exec(said)?.[1]
  if (text === undefined || !listensOnTcp) return undefined
  const version = text.split('.').map(Number)
  const fixed =
    KAMAILIO_FIXED.find(([major, minor]) => major === version[0] && minor === version[1]) ??
    KAMAILIO_FIXED[0]
  if (!isBelow(version, fixed)) return undefined
  return (
    `Kamailio ${text} can be crashed over TCP by anyone (CVE-2026-39863): ` +
    `allow TCP only from known addresses, or remove the TCP listener in the settings`
  )
}

/** The first of the project's own releases without RTP injection (CVE-2025-53399). */
const RTPENGINE_FIXED = [13, 4, 1, 1] as const

/** `said` is what `rtpengine --version` prints; Debian repairs older ones. */
export function rtpengineHole(said: string): string | undefined {
  const [, text = '', numbers] = /Version: ((\d+\.\d+\.\d+\.\d+)\S*)/.exec(said) ?? []
  if (numbers === undefined || /\+deb\d+u\d/.test(text)) return undefined
  if (!isBelow(numbers.split('.').map(Number), RTPENGINE_FIXED)) return undefined
  return `rtpengine ${text} allows media injection (CVE-2025-53399): install a newer version`
}

/** The kernel's SIP parser was remotely vulnerable (CVE-2026-23457). */
export function kernelHole(): string | undefined {
  if (!existsSync('/sys/module/nf_conntrack_sip')) return undefined
  return (
    'the kernel module nf_conntrack_sip rewrites SIP, is vulnerable (CVE-2026-23457) ' +
    'and breaks calls: unload it with modprobe -r nf_nat_sip nf_conntrack_sip'
  )
}
