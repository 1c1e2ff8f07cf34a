// All resellers and clients as a tree, with their balances.
import type { ReactNode } from 'react'
import { ResellerTree } from './ResellerTree.tsx'

export function ChildrenPanel({ tabs }: { tabs: ReactNode }) {
  return (
    <div className="page-scroll">
      {tabs}
      <div className="page-title">
        <h1>Show Children</h1>
        <span className="muted">Resellers and clients, with what is below them</span>
      </div>
      <ResellerTree label="Resellers and clients" />
    </div>
  )
}
