// Makes the router from the three areas: a login and a guarded inside for each.
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { messageOf } from '../http/api-error.ts'
import { parseAddress, writeAddress } from '../lists/search.ts'
import { LoginScreen } from '../session/LoginScreen.tsx'
import { knownUser } from '../session/session.ts'
import { Needs } from '../shell/Needs.tsx'
import { NotFoundScreen } from '../shell/NotFoundScreen.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { adminArea } from './admin.tsx'
import { type Area, areaNameOf, type Place, type PlaceInfo, redirectFor } from './area.ts'
import { clientArea } from './client.tsx'
import { resellerArea } from './reseller.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly place?: PlaceInfo
  }
}

const AREAS = { admin: adminArea, reseller: resellerArea, client: clientArea }

const areaOf = (path: string): Area => AREAS[areaNameOf(path)]

interface RouterContext {
  readonly queries: QueryClient
}

// Whoever logs in does not wait for what comes after.
const AdminLayout = lazyRouteComponent(() => import('../shell/AdminLayout.tsx'), 'AdminLayout')

const root = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => {
    const user = knownUser(context.queries)
    const to = redirectFor(location.pathname, user?.type)
    if (to) throw redirect({ to, ...(user ? {} : { search: nextOf(location) as never }) })
  },
})

/** After the login one goes on where one wanted to go. */
function nextOf({ pathname, searchStr }: { pathname: string; searchStr: string }) {
  return pathname === areaOf(pathname).home ? {} : { next: `${pathname}${searchStr}` }
}

function routesOf(area: Area): AnyRoute {
  const parent = createRoute({
    getParentRoute: () => root,
    ...(area.prefix ? { path: area.prefix } : { id: area.name }),
  } as { getParentRoute: () => typeof root; path: string })
  const login = createRoute({
    getParentRoute: () => parent,
    path: 'login',
    component: () => <LoginScreen area={area} />,
    staticData: { place: { name: area.login_name, title: area.login_title } },
  })
  const inside = createRoute({
    getParentRoute: () => parent,
    id: `${area.name}-inside`,
    component: () => <AdminLayout area={area} />,
    loader: () => AdminLayout.preload?.(),
  })
  const places = area.places.map((one) => placeRoute(inside, one))
  // Who is signed in keeps the menu at hand on a page that does not exist.
  const unknown = createRoute({
    getParentRoute: () => inside,
    path: '$',
    component: NotFoundScreen,
    staticData: { place: { name: 'not-found', title: 'Page not found' } },
  })
  return parent.addChildren([login, inside.addChildren([...places, unknown])]) as AnyRoute
}

function placeRoute(parent: AnyRoute, one: Place): AnyRoute {
  const { screen: Screen, path, ...info } = one
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: () => (
      <Needs permission={info.needs}>
        <Screen />
      </Needs>
    ),
    loader: () => Screen.preload?.(),
    staticData: { place: info },
  }) as AnyRoute
}

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([adminArea, resellerArea, clientArea].map(routesOf)),
    context: { queries },
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ({ error, reset }) => (
      <Failure message={messageOf(error)} onRetry={reset} />
    ),
    scrollRestoration: true,
  })
}
