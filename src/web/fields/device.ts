/** The browser and the system are enough to recognise a session by. */
export function deviceOf(user_agent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/.exec(user_agent)
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(user_agent)?.[1]
  if (!browser) return user_agent.slice(0, 60) || 'Unknown device'
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser[1] ?? ''] ?? browser[1]
  return [`${name} ${browser[2]}`, system].filter(Boolean).join(' on ')
}
