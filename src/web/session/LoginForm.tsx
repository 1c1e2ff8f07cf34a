import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { getCaptcha, login, me } from '#contract/people/session.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { remember } from '../storage/vault.ts'
import { solveInWorker } from './captcha.ts'
import styles from './LoginForm.module.css'
import { userQuery } from './session.ts'

interface LoginFormProps {
  readonly user_type: 'ADMIN' | 'RESELLER' | 'CLIENT'
  readonly username?: string
  readonly onDone: () => void | Promise<void>
}

type State = 'idle' | 'sending' | 'solving'

export function LoginForm({ user_type, username = '', onDone }: LoginFormProps) {
  const queries = useQueryClient()
  const [state, setState] = useState<State>('idle')
  const [problem, setProblem] = useState<string>()
  const [needsCode, setNeedsCode] = useState(false)

  /** After failures the server requires a captcha: it is solved and the login sent again. */
  const tryLogin = async (credentials: Omit<Parameters<typeof post>[0], 'captcha'>) => {
    try {
      return await post({ ...credentials, captcha: null })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'captcha-required')) throw error
      setState('solving')
      const captcha = await solveInWorker(await send(getCaptcha, {}))
      return post({ ...credentials, captcha })
    }
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setProblem(undefined)
    setState('sending')
    try {
      const { token } = await tryLogin({
        username: String(fields.get('username')),
        password: String(fields.get('password')),
        remember: fields.has('remember'),
        user_type,
        code: String(fields.get('code') ?? '') || null,
      })
      remember('AUTH_TOKEN', token)
      // Not by the query: the one under way may be waiting for this very login.
      const user = await send(me, {}, undefined, async () => false)
      queries.setQueryData(userQuery.queryKey, user)
      await onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second-factor-required' && !needsCode) {
        setNeedsCode(true)
      } else setProblem(messageOf(error))
    } finally {
      setState('idle')
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        name="username"
        label="Username"
        autoComplete="username"
        defaultValue={username}
        required
        withAsterisk={false}
        data-autofocus={username ? undefined : true}
        autoFocus={!username}
      />
      <PasswordInput
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus={username ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      />
      {needsCode && (
        <TextInput
          name="code"
          label="Code"
          description="Of your app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={40}
          required
          withAsterisk={false}
          autoFocus
        />
      )}
      <Checkbox name="remember" label="Remember me" />
      {problem && (
        <div role="alert" className="danger">
          {problem}
        </div>
      )}
      <Button type="submit" loading={state !== 'idle'} fullWidth>
        Login
      </Button>
      <div role="status" className={styles.status}>
        {state === 'solving' && 'Checking that you are not a robot…'}
      </div>
    </form>
  )
}

function post(body: {
  username: string
  password: string
  remember: boolean
  user_type: LoginFormProps['user_type']
  captcha: string | null
  code: string | null
}) {
  return send(login, { body })
}
