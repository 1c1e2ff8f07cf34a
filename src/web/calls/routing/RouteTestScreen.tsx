// The route tester: where a call would go, why, and its charges. The server uses the function that
// decides about calls; no call is made and nothing is written. The test is in the URL: who opens it
// sees the result.
import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { routeTestForm, testRoute } from '#contract/routing/route-tests.ts'
import { ApiError, messageOf } from '../../http/api-error.ts'
import { send } from '../../http/client.ts'
import { useAddress } from '../../lists/use-address.ts'
import { AccountPicker } from '../../pickers/pickers.tsx'
import { bindOf } from '../../ui/form/bind.ts'
import { DateTimeField } from '../../ui/form/DateTimeField.tsx'
import formStyles from '../../ui/form/Form.module.css'
import { DurationField, PortField } from '../../ui/form/NumberField.tsx'
import { Section } from '../../ui/form/Section.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import styles from './RouteTest.module.css'
import { RouteTestResult } from './RouteTestResult.tsx'
import { isWhole, type RouteTestValues, readTest, writeTest } from './route-test-address.ts'

const BY = [
  { value: 'client', label: 'Client' },
  { value: 'address', label: 'Source IP' },
  { value: 'sip_user', label: 'SIP user' },
]
/** The error of an empty field, for each way to name a caller. */
const MISSING = {
  client: { client_id: 'Select a client.' },
  address: { source_ip: 'Required.' },
  sip_user: {
    username: 'Required.',
  },
}
const TRANSPORTS = [
  { value: 'UDP', label: 'UDP' },
  { value: 'TCP', label: 'TCP' },
]

export default function RouteTestScreen() {
  const { address, write } = useAddress()
  const asked = readTest(address)
  const form = useForm<RouteTestValues>({
    mode: 'controlled',
    initialValues: asked,
    validate: schemaResolver(routeTestForm, { sync: true }),
  })
  const bind = bindOf(form)
  const test = useQuery({
    queryKey: ['route-tests', asked],
    queryFn: ({ signal }) => send(testRoute, { body: routeTestForm.parse(asked) }, signal),
    enabled: isWhole(asked),
    retry: false,
    gcTime: 0,
  })
  // Back, and a link to another test.
  const name = JSON.stringify(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone changes the form.
  useEffect(() => form.setValues(asked), [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer alone marks fields.
  useEffect(() => {
    if (test.error instanceof ApiError) form.setErrors({ ...test.error.fields })
  }, [test.error])
  const ask = (values: RouteTestValues) => {
    if (!isWhole(values)) form.setErrors(MISSING[values.by])
    else if (JSON.stringify(routeTestForm.parse(values)) === name) void test.refetch()
    else write(writeTest(values))
  }
  const { by } = form.values
  return (
    <div className={formStyles.form}>
      <form
        className={formStyles.sections}
        noValidate
        aria-label="Route tester"
        onSubmit={form.onSubmit(ask)}
      >
        <div className="page-title">
          <h1>Route tester</h1>
        </div>
        <Section title="Test call" help="No call is placed and nothing is logged.">
          <SelectField label="Caller" choices={BY} allowDeselect={false} {...bind('by')} />
          {by === 'client' && <AccountPicker label="Client" {...bind('client_id')} />}
          {by === 'sip_user' && <TextInput label="SIP username" {...bind('username')} />}
          {by === 'address' && (
            <>
              <TextInput label="Source IP" {...bind('source_ip')} />
              <PortField label="Source port" {...bind('source_port')} />
              <SelectField
                label="Transport"
                choices={TRANSPORTS}
                allowDeselect={false}
                {...bind('transport')}
              />
            </>
          )}
          <TextInput
            label="Dialled number"
            description="As received, including the tech prefix"
            classNames={{ input: 'mono' }}
            {...bind('dialled_number')}
          />
          <TextInput
            label="Caller number (optional)"
            classNames={{ input: 'mono' }}
            {...bind('caller_number')}
          />
          <DateTimeField label="At (default: now)" {...bind('at')} />
          <DurationField label="Duration" {...bind('duration_seconds')} />
        </Section>
        <div className={styles.actions}>
          <Button type="submit" loading={test.isFetching}>
            Test
          </Button>
          {test.data && (
            <span className="muted">
              Link to this test <CopyText text={window.location.href} />
            </span>
          )}
        </div>
        {test.error && (
          <div role="alert" className={formStyles.problem}>
            {messageOf(test.error)}
          </div>
        )}
      </form>
      {test.data && isWhole(asked) && (
        <section aria-label="Result" className={formStyles.beside}>
          <RouteTestResult result={test.data} duration_seconds={asked.duration_seconds} />
        </section>
      )}
    </div>
  )
}
