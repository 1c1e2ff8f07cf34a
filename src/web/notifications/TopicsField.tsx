// Topics by what they are about, a box for each.
import { Checkbox, Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { TOPIC_FACTS } from '#core/notification/topic-facts.ts'
import type { Topic } from '#core/notification/topics.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'
import { groupTopics } from './notification-labels.ts'
import styles from './TopicsField.module.css'

interface TopicsFieldProps {
  /** The topics that the owner of the rule can have. */
  readonly offered: readonly Topic[]
  readonly error?: ReactNode
  readonly value?: Topic[]
  readonly defaultValue?: Topic[]
  readonly onChange?: (topics: Topic[]) => void
}

export function TopicsField({ offered, error, ...field }: TopicsFieldProps) {
  const [topics, change] = useFieldValue<Topic[]>(field, [])
  const id = useId()
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        Topics (optional)
      </Input.Label>
      <p className={`muted ${styles.none}`}>
        {topics.length === 0 ? 'None is chosen: all alarms, and nothing else.' : ' '}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: the groups in it are the fieldsets. */}
      <div className={styles.groups} role="group" aria-labelledby={id}>
        {groupTopics(offered).map((group) => (
          <TopicGroup key={group.label} {...group} chosen={topics} onChange={change} />
        ))}
      </div>
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  )
}

interface TopicGroupProps {
  readonly label: string
  readonly topics: readonly Topic[]
  readonly chosen: readonly Topic[]
  readonly onChange: (topics: Topic[]) => void
}

function TopicGroup({ label, topics, chosen, onChange }: TopicGroupProps) {
  const rest = chosen.filter((one) => !topics.includes(one))
  const own = topics.filter((one) => chosen.includes(one))
  return (
    <fieldset className={styles.group}>
      <legend>
        <Checkbox
          label={label}
          checked={own.length === topics.length}
          indeterminate={own.length > 0 && own.length < topics.length}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...rest, ...topics] : rest)
          }
        />
      </legend>
      {topics.map((topic) => (
        <Checkbox
          key={topic}
          label={TOPIC_FACTS[topic].label}
          checked={chosen.includes(topic)}
          onChange={({ currentTarget }) =>
            onChange(
              currentTarget.checked ? [...chosen, topic] : chosen.filter((one) => one !== topic),
            )
          }
        />
      ))}
    </fieldset>
  )
}
