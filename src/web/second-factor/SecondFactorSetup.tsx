// Sets up a second factor: the secret for the app, its first code, and the recovery codes.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/people/second-factor.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Loading } from '../ui/Loading.tsx'
import { CopyText } from '../ui/values/CopyText.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }))

export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const begin = useChange(beginSecondFactor)
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begin.data) return <FirstCode made={begin.data} onCodes={setCodes} />
  return (
    <div className={styles.step}>
      <p>
        The login will need a code of an authenticator app on your phone, beside the password. Have
        the app at hand.
      </p>
      <Button loading={begin.isPending} onClick={() => begin.mutate({})}>
        Set up
      </Button>
    </div>
  )
}

interface FirstCodeProps {
  readonly made: AnswerOf<typeof beginSecondFactor>
  readonly onCodes: (codes: readonly string[]) => void
}

function FirstCode({ made: { secret, uri }, onCodes }: FirstCodeProps) {
  const [problem, setProblem] = useState<string>()
  const confirm = useChange(confirmSecondFactor, {
    errors: 'form',
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const code = String(new FormData(event.currentTarget).get('code'))
    setProblem(undefined)
    confirm.mutate(
      { body: { code } },
      {
        onError: (error) =>
          setProblem((error instanceof ApiError && error.fields.code) || messageOf(error)),
      },
    )
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate aria-label="Set up a second factor">
      <p>Scan the code with the app, or type the secret:</p>
      <Suspense fallback={<Loading />}>
        <QrCode text={uri} label="QR code for the app" />
      </Suspense>
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyText text={secret} label="Copy the secret" />
      </div>
      <TextInput
        name="code"
        label="Code of the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        error={problem}
        data-autofocus
      />
      <Button type="submit" loading={confirm.isPending}>
        Turn on
      </Button>
    </form>
  )
}
