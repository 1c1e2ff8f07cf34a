import { Link, useRouterState } from '@tanstack/react-router'
import { areaNameOf } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'

export function NotFoundScreen() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <div style={{ display: 'grid', justifyItems: 'center', gap: 10, padding: '18vh 16px' }}>
      <h1 style={{ fontSize: '1.25rem', margin: 0 }}>Page not found</h1>
      <span className="muted mono">{path}</span>
      <Link to={paths[areaNameOf(path)].home}>Go to home</Link>
    </div>
  )
}
