// The eight theme colours of the operator.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { setThemeColors } from '#contract/console/settings.ts'
import type { ThemeColors } from '#contract/people/session.ts'
import { areColors, ColorPairs } from '../fields/ColorPairs.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { DEFAULT_COLORS } from '../ui/theme/tokens.ts'
import styles from './Settings.module.css'

export function ThemeColorsSection({ colors }: { colors: ThemeColors }) {
  const mayEdit = useMay('settings.edit')
  const [draft, setDraft] = useState<ThemeColors>(colors)
  const change = useChange(setThemeColors, {
    also: ['initial-data'],
    done: 'Theme colours changed.',
  })
  return (
    <div>
      <ColorPairs colors={draft} onChange={setDraft} disabled={!mayEdit} />
      <div className={styles.buttons}>
        <Button
          variant="default"
          disabled={!mayEdit || !areColors(draft)}
          loading={change.isPending}
          onClick={() => change.mutate({ body: { colors: draft } })}
        >
          Save colours
        </Button>
        <Button
          variant="subtle"
          disabled={!mayEdit}
          onClick={() => setDraft({ ...DEFAULT_COLORS })}
        >
          Restore defaults
        </Button>
      </div>
    </div>
  )
}
