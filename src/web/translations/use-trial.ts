// Tests the rules of a form, as edited, on typed numbers: the server runs them by the function that
// calls go through.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { testTranslation, translationForm } from '#contract/routing/translations.ts'
import { ApiError } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import type { TranslationRuleValues } from './translation-labels.ts'

export type Trial = AnswerOf<typeof testTranslation>
type Numbers = Trial['numbers']

const PAUSE_MS = 250
const EXAMPLE: Numbers = {
  called_number: '00442071838750',
  caller_number: '12025550100',
  caller_name: '',
  pai: '',
  diversion: '',
}

export function useTrial(rules: readonly TranslationRuleValues[]) {
  const [numbers, setNumbers] = useState(EXAMPLE)
  const [asked] = useDebouncedValue({ rules, numbers }, PAUSE_MS)
  // Rules that the form refuses are not sent.
  const body = translationForm.shape.rules.safeParse(asked.rules)
  const trial = useQuery({
    queryKey: ['translations', 'test', asked],
    queryFn: ({ signal }) =>
      send(testTranslation, { body: { rules: body.data ?? [], numbers: asked.numbers } }, signal),
    enabled: body.success,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const { error } = trial
  return {
    numbers,
    setNumber: (field: keyof Numbers, text: string) => setNumbers({ ...numbers, [field]: text }),
    trial: body.success && !error ? trial.data : undefined,
    error,
    /** Such as a pattern that does not compile, by the path of its field. */
    errors: error instanceof ApiError ? error.fields : {},
  }
}
