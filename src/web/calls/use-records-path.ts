import { paths, type RecordKind } from '../navigation/paths.ts'
import { useUser } from '../session/session.ts'

type RecordsPath = (kind: RecordKind) => string

const ofClients: RecordsPath = () => paths.client.callRecords

/** The list of call records in the user's own area. */
export function useRecordsPath(): RecordsPath {
  const { type } = useUser()
  return type === 'ADMIN' ? paths.admin.callRecords : ofClients
}
