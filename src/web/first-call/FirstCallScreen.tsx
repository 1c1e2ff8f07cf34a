// The way from nothing to a first call: each step is done, with what there is, or offered.
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { getFirstCall } from '#contract/first-call/first-call.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { setFirstCallGuide, useFirstCallGuide } from '../storage/first-call-guide.ts'
import { FirstCallSteps } from './FirstCallSteps.tsx'
import { TestCall } from './TestCall.tsx'
import { TestLine } from './TestLine.tsx'

const POLL_MS = 5000

export default function FirstCallScreen() {
  const query = useOne(getFirstCall, {}, { every_ms: POLL_MS })
  const guide = useFirstCallGuide()
  const isOver = query.data?.next === null
  // From here on the next step is over every page, so that each form leads on to the next.
  useEffect(() => {
    if (!query.data) return
    if (isOver && guide === 'shown') setFirstCallGuide('dismissed')
    if (!isOver && guide === undefined) setFirstCallGuide('shown')
  }, [query.data, isOver, guide])
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>First call</h1>
        <span className="muted">From an empty switch to a call that is billed</span>
        {!isOver && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => setFirstCallGuide(guide === 'shown' ? 'dismissed' : 'shown')}
          >
            {guide === 'shown' ? 'Hide the next step on other pages' : 'Show it on every page'}
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {(data) => (
          <>
            <FirstCallSteps {...data} />
            <TestLine state={data.test_line} />
            <TestCall steps={data.steps} />
          </>
        )}
      </Loaded>
    </div>
  )
}
