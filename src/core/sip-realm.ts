/**
 * The realm of the switch's challenges. It is part of every stored hash, so a change would
 * invalidate all passwords.
 */
export const SIP_REALM = 'softswitch'
