// The brand of the reseller who is logged in.
import { useUser } from '../session/session.ts'
import { BrandPanel } from './BrandPanel.tsx'

const HELP = 'How you and all below you see the console at your domain. Empty = the default.'

export default function OwnBrandScreen() {
  const { account_id } = useUser()
  return (
    <div className="page-scroll" style={{ gap: 0 }}>
      <div className="page-title">
        <h1>Brand</h1>
      </div>
      <BrandPanel id={account_id ?? 0} title="Console" help={HELP} />
    </div>
  )
}
