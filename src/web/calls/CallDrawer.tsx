// The whole call beside the list it was opened from.
import { getCallRecord } from '#contract/calls/call-records.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { CallDrawerFrame, type OpenedCallProps } from './CallDrawerFrame.tsx'
import { testOfCall } from './routing/route-test-address.ts'
import { WholeCallView } from './WholeCallView.tsx'

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
        mayTest &&
        call && (
          <ListLink to={paths.admin.routeTester} filters={testOfCall(call)}>
            Test this number
          </ListLink>
        )
      }
    >
      {(data) => <WholeCallView whole={data} />}
    </CallDrawerFrame>
  )
}
