// Where would this call go, why, and what would it cost whom? The server decides by the function
// that calls go through; no call is made and nothing is written.
import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { routeTestForm, testRoute } from '#contract/route-tests.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { bindOf } from '../ui/form/bind.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import formStyles from '../ui/form/Form.module.css'
import { DurationField, PortField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import styles from './RouteTest.module.css'
import { RouteTestResult } from './RouteTestResult.tsx'

type Values = z.input<typeof routeTestForm>

const INITIAL: Values = {
  by: 'client',
  client_id: null,
  source_ip: '',
  source_port: 5060,
  transport: 'UDP',
  username: '',
  dialled_number: '',
  caller_number: '',
  at: null,
  duration_seconds: 60,
}
const BY = [
  { value: 'client', label: 'Client' },
  { value: 'address', label: 'Source IP' },
  { value: 'telephone', label: 'SIP user' },
]
const TRANSPORTS = [
  { value: 'UDP', label: 'UDP' },
  { value: 'TCP', label: 'TCP' },
]

export default function RouteTestScreen() {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: INITIAL,
    validate: schemaResolver(routeTestForm, { sync: true }),
  })
  const bind = bindOf(form)
  const test = useMutation({
    mutationFn: (values: Values) => send(testRoute, { body: routeTestForm.parse(values) }),
    onError: (error) => {
      if (error instanceof ApiError) form.setErrors({ ...error.fields })
    },
  })
  const { by } = form.values
  return (
    <div className={formStyles.form}>
      <form
        className={formStyles.sections}
        noValidate
        aria-label="Route tester"
        onSubmit={form.onSubmit((values) => test.mutate(values))}
      >
        <div className="page-title">
          <h1>Route tester</h1>
        </div>
        <Section title="Test call" help="No call is placed and nothing is logged.">
          <SelectField label="Caller" choices={BY} allowDeselect={false} {...bind('by')} />
          {by === 'client' && <AccountPicker label="Client" {...bind('client_id')} />}
          {by === 'telephone' && <TextInput label="SIP username" {...bind('username')} />}
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
          <Button type="submit" loading={test.isPending}>
            Test
          </Button>
        </div>
        {test.error && (
          <div role="alert" className={formStyles.problem}>
            {messageOf(test.error)}
          </div>
        )}
      </form>
      {test.data && (
        <section aria-label="Result" className={formStyles.beside}>
          <RouteTestResult result={test.data} duration_seconds={test.variables.duration_seconds} />
        </section>
      )}
    </div>
  )
}
