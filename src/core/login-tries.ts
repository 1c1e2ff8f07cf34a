/** Failed logins within ten minutes, that lock a user, a network or a known browser. */
export const LOGIN_TRIES = { user: 10, network: 30, browser: 10 } as const
