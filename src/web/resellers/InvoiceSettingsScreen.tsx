import { useUser } from '../session/session.ts'
import { InvoiceProfilePanel } from './InvoiceProfilePanel.tsx'

/** The invoice settings of the reseller of the user. */
export default function InvoiceSettingsScreen() {
  const { account_id } = useUser()
  return (
    <div className="page-scroll" style={{ gap: 0 }}>
      <div className="page-title">
        <h1>Invoice settings</h1>
      </div>
      <InvoiceProfilePanel id={account_id ?? 0} />
    </div>
  )
}
