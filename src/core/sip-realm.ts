/**
 * The realm that the switch names when it asks for a password. It is part of every hash that is
 * stored, so a change of it would ask everybody for a new password.
 */
export const SIP_REALM = 'softswitch'
