import { useRouter } from '@tanstack/react-router'
import { redirectFor } from '../navigation/area-info.ts'
import { mayEnter } from '../navigation/menu.ts'
import { useUser } from './session.ts'

/** Whether a path is in the area of the user, who has the right of its page. */
export function useMayOpen(): (to: string) => boolean {
  const router = useRouter()
  const user = useUser()
  return (to) => {
    // The page that is open, with another search.
    if (to === '.') return true
    const path = to.replace(/[?#].*/, '')
    const [, , route] = router.getMatchedRoutes(path)
    const place = route?.options.staticData?.place
    return redirectFor(path, user.type) === undefined && (!place || mayEnter(user, place))
  }
}
