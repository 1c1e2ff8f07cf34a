// The only page of a user who must have a second factor and has none.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { me } from '#contract/people/session.ts'
import { send } from '../http/client.ts'
import { AREA_INFO, areaNameOf } from '../navigation/area-info.ts'
import { logOut } from '../session/log-out.ts'
import { NarrowLayout } from '../session/NarrowLayout.tsx'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { userQuery } from '../session/session.ts'
import { ConfirmUser } from '../shell/ConfirmUser.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'

export function RequiredSecondFactor({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const leave = async () => {
    queries.setQueryData(userQuery.queryKey, await send(me, {}))
    onDone()
  }
  return (
    <NarrowLayout title="A second factor is required">
      <SecondFactorSetup onDone={() => void leave()} />
      <Button variant="subtle" onClick={() => void logOut()}>
        Logout
      </Button>
      <ConfirmUser />
      <SignInAgain area={AREA_INFO[areaNameOf(location.pathname)]} />
    </NarrowLayout>
  )
}
