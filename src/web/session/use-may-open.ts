import { useRouter } from '@tanstack/react-router'
import { pathFor, redirectFor } from '../navigation/area-info.ts'
import { mayEnter } from '../navigation/menu.ts'
import { useUser } from './session.ts'

/** Whether a path is in the area of the user, who has the right of its page. */
export function useMayOpen(): (to: string) => boolean {
  const router = useRouter()
  const user = useUser()
  return (to) => {
    // The page that is open, with another search.
    if (to === '.') return true
    const path = pathFor(user.type, to.replace(/[?#].*/, ''))
    const [, , route] = router.getMatchedRoutes(path)
    // The page of what does not exist.
    if (route?.id.endsWith('/$')) return false
    const place = route?.options.staticData?.place
    return redirectFor(path, user.type) === undefined && (!place || mayEnter(user, place))
  }
}
