import { ChildrenPanel } from './ChildrenPanel.tsx'

/** The tree of the user's own account. */
export default function ChildrenScreen() {
  return <ChildrenPanel tabs={null} />
}
