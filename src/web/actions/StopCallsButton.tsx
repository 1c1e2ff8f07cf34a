import { Button, type ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useStopCalls } from './use-stop-calls.tsx'

interface StopCallsButtonProps {
  readonly account: { readonly id: number; readonly name: string }
  /** Where to go when it was stopped. */
  readonly back?: string
  readonly size?: ButtonProps['size']
}

export function StopCallsButton({ account, back, size }: StopCallsButtonProps) {
  const stopCalls = useStopCalls()
  const navigate = useNavigate()
  if (!stopCalls) return null
  const stop = async () => {
    if ((await stopCalls(account)) && back !== undefined) void navigate({ to: back })
  }
  return (
    <Button variant="outline" color="danger" {...(size && { size })} onClick={() => void stop()}>
      Stop calls
    </Button>
  )
}
