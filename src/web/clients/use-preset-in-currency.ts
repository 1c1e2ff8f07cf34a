import { useRef } from 'react'
import { getRetailClientDefaults } from '#contract/accounts/retail-clients.ts'
import { alert } from '../alerts/alerts.ts'
import { formValues } from '../forms/form-values.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import type { ClientForm, ClientPreset } from './use-client-form.ts'

/** In another currency the preset limit is another amount, unless one was typed. */
export function usePresetInCurrency({ form }: ClientForm, preset: ClientPreset | undefined): void {
  const presets = useRef(new Set([preset?.daily_spend_limit]))
  const change = async (currency: string) => {
    const answer = await send(getRetailClientDefaults, { query: { currency } })
    const { daily_spend_limit } = formValues(getRetailClientDefaults.answer, answer)
    const values = form.getValues()
    if (values.currency !== currency || !presets.current.has(values.daily_spend_limit)) return
    presets.current.add(daily_spend_limit)
    form.setFieldValue('daily_spend_limit', daily_spend_limit)
  }
  form.watch('currency', ({ value }) => {
    if (preset && value) change(value).catch((error: unknown) => alert.error(messageOf(error)))
  })
}
