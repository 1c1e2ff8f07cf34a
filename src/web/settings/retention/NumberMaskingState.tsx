// Up to when the numbers of calls are masked, and what that changes for a search.
import { Loaded } from '../../forms/Loaded.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { WarningNote } from '../../ui/WarningNote.tsx'
import type { NumberMaskingQuestion } from './use-number-masking.ts'

export function NumberMaskingState({ state }: Pick<NumberMaskingQuestion, 'state'>) {
  return (
    <Loaded query={state}>
      {({ masked_until, error }) => (
        <>
          <p className="muted">
            {masked_until === null ? (
              'All calls have whole numbers.'
            ) : (
              <>
                Numbers of calls before <DateTime at={masked_until} /> are masked: they are found by
                their first digits only.
              </>
            )}
          </p>
          {error && <WarningNote>{`Masking waits. ${error}`}</WarningNote>}
        </>
      )}
    </Loaded>
  )
}
