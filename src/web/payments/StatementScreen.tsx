// The statement of the account of the user, whichever way its money goes.
import { useUser } from '../session/session.ts'
import { Statement } from './Statement.tsx'

export default function StatementScreen() {
  const direction = useUser().type === 'SETTLEMENT' ? 'receivable' : 'payable'
  return <Statement title="Statement" direction={direction} tabs={null} tools={null} />
}
