// The alarms that a rule would have now; nothing is written.
import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { alarmRuleForm, tryAlarmRule } from '#contract/alarms/alarm-rules.ts'
import { messageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { count } from '../ui/values/format.ts'
import type { RuleValues } from './rule-values.ts'

export function TryRule({ values }: { values: RuleValues }) {
  const attempt = useChange(tryAlarmRule, { errors: 'form' })
  const [tried, setTried] = useState<RuleValues>()
  const [fault, setFault] = useState('')
  const onTry = () => {
    // A name is not needed to judge.
    const read = alarmRuleForm.safeParse({ ...values, name: values.name || 'Try' })
    setTried(values)
    setFault(read.success ? '' : 'Fill in the bound and the other fields first.')
    if (read.success) attempt.mutate({ body: read.data })
  }
  const isOld = tried !== values
  return (
    <Section title="Try" help="How many subjects would be alarmed now. Nothing is written.">
      <Wide>
        <Button
          variant="default"
          leftSection={<IconFlask size={15} />}
          loading={attempt.isPending}
          onClick={onTry}
        >
          Try
        </Button>
        <div role="status">
          {!isOld && fault && <p>{fault}</p>}
          {!isOld && !fault && attempt.error && <p>{messageOf(attempt.error)}</p>}
          {!isOld && !fault && attempt.data && <Result {...attempt.data} />}
        </div>
      </Wide>
    </Section>
  )
}

type ResultProps = NonNullable<ReturnType<typeof useChange<typeof tryAlarmRule>>['data']>

function Result({ subjects, breached, undecided, examples }: ResultProps) {
  return (
    <>
      <p>
        <b>
          {count(breached, 'subject', 'subjects')} of {subjects} would be alarmed now.
        </b>
        {undecided > 0 && ` For ${undecided} there is too little to say.`}
      </p>
      <ul>
        {examples.map(({ subject_name, sentence }) => (
          <li key={subject_name}>
            <b>{subject_name}</b>: {sentence}
          </li>
        ))}
      </ul>
      {breached > examples.length && <p>And {breached - examples.length} more.</p>}
    </>
  )
}
