// The codecs of a party, and its media mode.
import type { z } from 'zod'
import type { gatewayForm } from '#contract/routing/gateways.ts'
import type { Bind } from '../ui/form/bind.ts'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'
import { CodecPicker } from './CodecPicker.tsx'

type MediaValues = Pick<z.input<typeof gatewayForm>, 'codecs' | 'media_mode'>

export const MEDIA_MODES: readonly Choice<MediaValues['media_mode']>[] = [
  { value: 'PROXY', label: 'Proxied (RTP relay)' },
  { value: 'DIRECT', label: 'Direct' },
]

export function MediaFields({ bind }: { bind: Bind<MediaValues> }) {
  return (
    <>
      <CodecPicker label="Codecs, in order" {...bind('codecs')} />
      <SelectField
        label="Media"
        choices={MEDIA_MODES}
        description="Direct only if client and gateway both allow it"
        {...bind('media_mode')}
      />
    </>
  )
}
