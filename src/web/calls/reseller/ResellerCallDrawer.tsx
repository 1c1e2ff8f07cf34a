// A call as a reseller above its client sees it, beside the list it was opened from.
import { getResellerRecord } from '#contract/calls/reseller-records.ts'
import { useOne } from '../../http/use-endpoint.ts'
import { CallDrawerFrame, type OpenedCallProps } from '../CallDrawerFrame.tsx'
import { ResellerCallView } from './ResellerCallView.tsx'

export function ResellerCallDrawer(props: OpenedCallProps) {
  const call = useOne(getResellerRecord, { params: { call_id: props.call_id } })
  return (
    <CallDrawerFrame {...props} query={call} call={call.data}>
      {(data) => <ResellerCallView call={data} />}
    </CallDrawerFrame>
  )
}
