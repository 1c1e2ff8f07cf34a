// The whole call beside the list it was opened from.
import { lazy, Suspense } from 'react'
import { type CallRecord, getCallRecord } from '#contract/calls/call-records.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { useMay, useSupplier } from '../session/session.ts'
import { Loading } from '../ui/Loading.tsx'
import { CallDrawerFrame, type OpenedCallProps } from './CallDrawerFrame.tsx'
import { failureLabel, RESULTS } from './call-labels.ts'
import { callNumbers } from './call-numbers.ts'
import { testOfCall } from './routing/route-test-address.ts'

// Lists of calls open without what only an opened call needs.
const WholeCallView = lazy(async () => ({
  default: (await import('./WholeCallView.tsx')).WholeCallView,
}))

export function CallDrawer(props: OpenedCallProps) {
  const whole = useOne(getCallRecord, { params: { call_id: props.call_id } })
  const mayTest = useMay('route_tests.execute')
  const call = whole.data?.call
  return (
    <CallDrawerFrame
      {...props}
      query={whole}
      call={call}
      tools={
        call && (
          <>
            <SupportLink call={call} />
            {mayTest && (
              <ListLink to={paths.admin.routeTester} filters={testOfCall(call)}>
                Test this number
              </ListLink>
            )}
          </>
        )
      }
    >
      {(data) => (
        <Suspense fallback={<Loading />}>
          <WholeCallView whole={data} />
        </Suspense>
      )}
    </CallDrawerFrame>
  )
}

/** A mail to the support of the supplier. */
function SupportLink({ call }: { call: CallRecord }) {
  const address = useSupplier()?.support_email
  if (!address) return null
  const [, number] = callNumbers(call)
  const why = call.failure && failureLabel(call.failure)
  const body = [
    `Call: ${call.call_id}`,
    `Time: ${call.started_at}`,
    `Number: ${number}`,
    `Result: ${RESULTS[call.status].word}${why ? `, ${why}` : ''}`,
  ].join('\r\n')
  const subject = encodeURIComponent(`Problem with the call to ${number}`)
  return (
    <a href={`mailto:${address}?subject=${subject}&body=${encodeURIComponent(`${body}\r\n\r\n`)}`}>
      Report a problem
    </a>
  )
}
