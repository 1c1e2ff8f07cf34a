// The rules of a translation in the order in which they are applied: buttons, or Alt with ↑ and ↓,
// move one.
import { Button, Input } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { RuleCard } from './RuleCard.tsx'
import styles from './Translation.module.css'
import { NEW_TRANSLATION_RULE, type TranslationRuleValues } from './translation-labels.ts'
import type { Trial } from './use-trial.ts'

interface RulesFieldProps {
  readonly rules: readonly TranslationRuleValues[]
  /** By the path of the field in the form: `rules.0.pattern`. */
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly trial: Trial | undefined
  readonly onChange: (rules: TranslationRuleValues[]) => void
}

export function TranslationRulesField({ rules, errors, trial, onChange }: RulesFieldProps) {
  const list = useRef<HTMLOListElement>(null)
  /** The focus goes along with the rule, to the same part of it. */
  const move = (from: number, to: number) => {
    const rule = rules[from]
    if (!rule || to < 0 || to >= rules.length) return
    const name = (document.activeElement as HTMLElement | null)?.dataset.part
    onChange(rules.toSpliced(from, 1).toSpliced(to, 0, rule))
    requestAnimationFrame(() => {
      const card = list.current?.children[to]
      const part = card?.querySelector<HTMLElement>(`[data-part="${name}"]:not(:disabled)`)
      ;(part ?? card?.querySelector<HTMLElement>('[data-part]:not(:disabled)'))?.focus()
    })
  }
  const lastStep = trial?.steps.at(-1)
  const stoppedAt = lastStep && rules[lastStep.rule - 1]?.stop ? lastStep.rule : undefined
  return (
    <>
      <ol className={styles.rules} ref={list} aria-label="Rules in order of application">
        {rules.map((rule, at) => (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has nothing but its place.
            key={at}
            rule={rule}
            place={{ at, isLast: at === rules.length - 1 }}
            errors={errors}
            tried={
              trial && {
                step: trial.steps.find((step) => step.rule === at + 1),
                isReached: stoppedAt === undefined || at < stoppedAt,
              }
            }
            onChange={(part) => onChange(rules.with(at, { ...rule, ...part }))}
            onMove={(by) => move(at, at + by)}
            onRemove={() => onChange(rules.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {errors.rules && <Input.Error mb={8}>{errors.rules}</Input.Error>}
      <Button
        variant="default"
        leftSection={<IconPlus size={15} />}
        disabled={rules.length >= 100}
        onClick={() => onChange([...rules, NEW_TRANSLATION_RULE])}
      >
        Add rule
      </Button>
    </>
  )
}
