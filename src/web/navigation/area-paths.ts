// The paths of each area that the login knows, apart from all others, which it need not load.
export const AREA_PATHS = {
  admin: { home: '/vsa', login: '/vsa/login', settings: '/vsa/settings' },
  reseller: { home: '/vsr', login: '/vsr/login', settings: '/vsr/settings' },
  client: { home: '/', login: '/login', settings: '/settings' },
} as const
