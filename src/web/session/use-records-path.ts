import { paths, type RecordKind } from '../navigation/paths.ts'
import { useUser } from './session.ts'

type RecordsPath = (kind: RecordKind) => string

const ofClients: RecordsPath = () => paths.client.callRecords
const ofResellers: RecordsPath = () => paths.reseller.callRecords

/** The list of call records in the user's own area. */
export function useRecordsPath(): RecordsPath {
  const { type } = useUser()
  if (type === 'RESELLER') return ofResellers
  return type === 'ADMIN' ? paths.admin.callRecords : ofClients
}
