// Prefixes with the names of what they reach, as far as the rates know them.
import { Pill } from '@mantine/core'
import { Fragment } from 'react'
import { TagsField, type TagsFieldProps } from '../ui/form/TagsField.tsx'
import { DestinationName } from './DestinationName.tsx'
import { useDestination } from './destination.ts'

export function PrefixName({ prefix }: { prefix: string }) {
  const destination = useDestination(prefix)
  return (
    <>
      <span className="mono">{prefix}</span>
      {destination && (
        <>
          {' '}
          <DestinationName prefix={prefix} />
        </>
      )}
    </>
  )
}

/** `none` is said where there are none. */
export function PrefixNames({ prefixes, none }: { prefixes: readonly string[]; none: string }) {
  if (prefixes.length === 0) return none
  return prefixes.map((prefix, at) => (
    <Fragment key={prefix}>
      {at > 0 && ', '}
      <PrefixName prefix={prefix} />
    </Fragment>
  ))
}

/** As in the URL: separated by commas. */
export const PrefixText = ({ text }: { text: string }) => (
  <PrefixNames prefixes={text.split(',')} none="" />
)

/** Accepts several prefixes, and shows the destination of each. */
export function PrefixesField(props: TagsFieldProps) {
  return (
    <TagsField
      placeholder="Any"
      inputMode="numeric"
      renderPill={({ value, onRemove }) => (
        <Pill withRemoveButton {...(onRemove && { onRemove })}>
          <PrefixName prefix={String(value)} />
        </Pill>
      )}
      {...props}
    />
  )
}
