// Who hangs below a reseller: its resellers and clients, theirs once a row is opened, and so on
// down.
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { getReseller, getResellerTree, type TreeNode } from '#contract/resellers.ts'
import { ACCOUNT_STATUSES } from '../fields/account-labels.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { accountPath } from '../navigation/account-path.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { Amount } from '../ui/Amount.tsx'
import { count, formatDecimal } from '../ui/format.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { StatusLabel } from '../ui/StatusLabel.tsx'
import { ActionsHead, TableHead } from '../ui/TableHead.tsx'
import styles from './ResellerTreeScreen.module.css'

const KINDS = { WHOLESALE: 'Wholesale', RETAIL: 'Retail' } as const
const COLUMNS = ['Name', 'Kind', 'Status', 'Balance', 'Available', 'Below', 'Calls']

interface Named {
  readonly id: number
  readonly name: string
}

type Pay = ReturnType<typeof usePayment>['pay']

export default function ResellerTreeScreen({ level }: { level: number }) {
  const id = useIdParam() ?? 0
  const reseller = useOne(getReseller, { params: { id } })
  return <Loaded query={reseller}>{(found) => <Tree level={level} reseller={found} />}</Loaded>
}

function Tree({ level, reseller: { id, name } }: { level: number; reseller: Named }) {
  const { pay, dialog } = usePayment('RECHARGE')
  const { list, edit } = paths.admin.resellers(level)
  return (
    <div className="page-scroll">
      <Breadcrumb
        trail={[
          { label: `Level ${level} resellers`, to: list },
          { label: name, to: edit(id) },
        ]}
      />
      <div className="page-title">
        <h1>Children of {name}</h1>
      </div>
      <div className="panel">
        <ScrollBox label={`Tree of ${name}`}>
          <table className={styles.tree} aria-label={`Children of ${name}`}>
            <TableHead columns={COLUMNS}>
              <ActionsHead name="Actions" />
            </TableHead>
            <tbody>
              <Branch reseller_id={id} depth={0} pay={pay} />
            </tbody>
          </table>
        </ScrollBox>
      </div>
      {dialog}
    </div>
  )
}

interface BranchProps {
  readonly reseller_id: number
  readonly depth: number
  readonly pay: Pay
}

/** The rows directly under a reseller; loaded when they are opened. */
function Branch({ reseller_id, depth, pay }: BranchProps) {
  const call = { params: { id: reseller_id } }
  const tree = useOne(getResellerTree, call, { every_ms: 10_000 })
  if (!tree.data) {
    return (
      <tr>
        <td colSpan={COLUMNS.length + 1}>
          <Loaded query={tree}>{() => null}</Loaded>
        </td>
      </tr>
    )
  }
  const { nodes, left_out } = tree.data
  return (
    <>
      {nodes.map((node) => (
        <NodeRows key={node.id} node={node} depth={depth} pay={pay} />
      ))}
      {nodes.length === 0 && <Remark depth={depth}>No children yet.</Remark>}
      {left_out > 0 && (
        <Remark depth={depth}>
          and {count(left_out, 'account', 'accounts')} more: use the lists to find them
        </Remark>
      )}
    </>
  )
}

function Remark({ depth, children }: { depth: number; children: React.ReactNode }) {
  return (
    <tr>
      <td colSpan={COLUMNS.length + 1} className="muted" style={indent(depth)}>
        {children}
      </td>
    </tr>
  )
}

const indent = (depth: number) => ({ paddingInlineStart: 12 + depth * 24 })

function NodeRows({ node, depth, pay }: { node: TreeNode; depth: number; pay: Pay }) {
  const [isOpen, setOpen] = useState(false)
  const below = node.children_count + node.clients_count
  return (
    <>
      <tr>
        <th scope="row" style={indent(depth)}>
          <span className={styles.name}>
            {below > 0 ? (
              <ActionIcon
                size={24}
                aria-label={`${isOpen ? 'Close' : 'Open'} ${node.name}`}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
              </ActionIcon>
            ) : (
              <span className={styles.leaf} />
            )}
            <Link to={accountPath(node)}>{node.name}</Link>
          </span>
        </th>
        <td>{node.kind === 'RESELLER' ? `Level ${node.level} reseller` : KINDS[node.kind]}</td>
        <td>
          <StatusLabel choices={ACCOUNT_STATUSES} value={node.status} />
        </td>
        <td>
          <Amount value={node.balance} currency={node.currency} />
        </td>
        <td>
          <Amount value={node.available} currency={node.currency} />
        </td>
        <td>{node.kind === 'RESELLER' && belowText(node)}</td>
        <td>{formatDecimal(node.active_calls)}</td>
        <td>
          {pay && (
            <Button size="compact-xs" variant="subtle" onClick={() => pay(node)}>
              Recharge
            </Button>
          )}
        </td>
      </tr>
      {isOpen && <Branch reseller_id={node.id} depth={depth + 1} pay={pay} />}
    </>
  )
}

const belowText = ({ children_count, clients_count }: TreeNode): string =>
  [
    children_count > 0 && count(children_count, 'reseller', 'resellers'),
    clients_count > 0 && count(clients_count, 'client', 'clients'),
  ]
    .filter(Boolean)
    .join(', ') || 'none'
