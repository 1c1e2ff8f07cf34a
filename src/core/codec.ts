// The codecs that the switch can offer to clients and gateways, by the names of RTP.

export const CODECS = [
  'PCMA',
  'PCMU',
  'G729',
  'G723',
  'GSM',
  'G722',
  'G726-32',
  'iLBC',
  'opus',
  'AMR',
  'AMR-WB',
  'speex',
] as const
export type Codec = (typeof CODECS)[number]

export const DEFAULT_CODECS: readonly Codec[] = ['PCMA', 'PCMU', 'G729', 'G723', 'GSM']
