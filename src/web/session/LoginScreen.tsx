import { useRouter, useSearch } from '@tanstack/react-router'
import type { Area } from '../areas/area.ts'
import { NarrowLayout } from '../shell/NarrowLayout.tsx'
import { LoginForm } from './LoginForm.tsx'

export function LoginScreen({ area }: { area: Area }) {
  const router = useRouter()
  const { next }: { next?: unknown } = useSearch({ strict: false })
  const goOn = () => {
    // Only a path of this console: an address from outside could lead anywhere.
    const isPath = typeof next === 'string' && /^\/(?!\/)/.test(next) && !next.includes('\\')
    router.history.push(isPath ? next : area.home)
  }
  return (
    <NarrowLayout title={area.login_title}>
      <LoginForm user_type={area.user_type} onDone={goOn} />
    </NarrowLayout>
  )
}
