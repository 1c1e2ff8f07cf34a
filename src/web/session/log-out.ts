import { logout } from '#contract/people/session.ts'
import { alert } from '../alerts/alerts.ts'
import { send } from '../http/client.ts'
import { remember } from '../storage/vault.ts'

export async function logOut(): Promise<void> {
  const sure = await alert.confirm('Are you sure to logout ?', { title: 'Logout' })
  if (!sure) return
  try {
    await send(logout, {})
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the session ends anyway: logged only.
    console.error('Logout failed.', error)
  }
  remember('AUTH_TOKEN', undefined)
  location.reload()
}
