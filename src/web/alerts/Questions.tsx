// The questions among what alerts.ts holds, one dialog after the other; the first of them loads it.
import { lazy, Suspense } from 'react'
import { useStore } from '../ui/store.ts'
import { currentAlerts, isQuestion } from './alerts.ts'

const Question = lazy(async () => ({ default: (await import('./Question.tsx')).Question }))

export function Questions() {
  const question = useStore(currentAlerts).find(isQuestion)
  return (
    question && (
      <Suspense fallback={null}>
        <Question key={question.id} alert={question} />
      </Suspense>
    )
  )
}
