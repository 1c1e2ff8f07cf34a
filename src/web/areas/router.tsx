// Creates the router of the three areas. It is used only with a signed-in user; the login does not
// need it.
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router'
import { messageOf } from '../http/api-error.ts'
import { parseAddress, writeAddress } from '../lists/search.ts'
import type { Area, Place } from '../navigation/area.ts'
import { redirectFor } from '../navigation/area-info.ts'
import { knownUser } from '../session/session.ts'
import { AdminLayout } from '../shell/AdminLayout.tsx'
import { Needs } from '../shell/Needs.tsx'
import { NotFoundScreen } from '../shell/NotFoundScreen.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { adminArea } from './admin.tsx'
import { clientArea } from './client.tsx'
import { resellerArea } from './reseller.tsx'

export const AREAS = [adminArea, resellerArea, clientArea]

interface RouterContext {
  readonly queries: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => {
    const to = redirectFor(location.pathname, knownUser(context.queries)?.type)
    if (to) throw redirect({ to, search: location.search as never })
  },
})

function routesOf(area: Area): AnyRoute {
  const parent = createRoute({
    getParentRoute: () => root,
    ...(area.prefix ? { path: area.prefix } : { id: area.name }),
  } as { getParentRoute: () => typeof root; path: string })
  const inside = createRoute({
    getParentRoute: () => parent,
    id: `${area.name}-inside`,
    component: () => <AdminLayout area={area} />,
  })
  const places = area.places.map((one) => placeRoute(inside, area, one))
  // Who is signed in keeps the menu at hand on a page that does not exist.
  const unknown = createRoute({
    getParentRoute: () => inside,
    path: '$',
    component: NotFoundScreen,
    staticData: { place: { title: 'Page not found' } },
  })
  return parent.addChildren([inside.addChildren([...places, unknown])]) as AnyRoute
}

function placeRoute(parent: AnyRoute, { prefix }: Area, one: Place): AnyRoute {
  const { screen: Screen, path, ...info } = one
  return createRoute({
    getParentRoute: () => parent,
    path: path.slice(prefix.length) || '/',
    component: () => (
      <Needs place={info}>
        <Screen />
      </Needs>
    ),
    loader: () => Screen.preload?.(),
    staticData: { place: info },
  }) as AnyRoute
}

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren(AREAS.map(routesOf)),
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
