// The columns of a call record that say who called whom: what masking by rule changes (ADR-0047),
// and what an erasure empties beside (ADR-0051).

/** They lose their last characters, by `mask_number` of the database. */
export const NUMBER_COLUMNS = [
  ...(['dialled_number', 'called_number', 'sent_number', 'caller_number'] as const),
  ...(['routed_caller_number', 'sent_caller_number'] as const),
] as const

/** Free text of the caller, which is emptied. */
export const CALLER_TEXTS = [
  ...(['caller_name', 'sent_caller_name', 'pai', 'rpid', 'diversion'] as const),
] as const

/** Texts of the caller's equipment. */
export const EQUIPMENT_TEXTS = [
  ...(['sip_call_id', 'user_agent', 'from_domain', 'dialled_domain'] as const),
] as const

/** The caller's address, of which no value is null. */
export const SOURCE_COLUMNS = ['source_ip', 'source_port'] as const
