// Resellers and clients as a tree; what is below a row is loaded when it is opened.

import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { getResellerTree, getWholeTree, type TreeNode } from '#contract/accounts/resellers.ts'
import { ACCOUNT_STATUSES } from '../fields/account-labels.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { accountPath } from '../navigation/account-path.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { Link } from '../session/Link.tsx'
import { useSees } from '../session/session.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { ActionsHead, TableHead } from '../ui/TableHead.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { count, formatDecimal } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import styles from './ResellerTree.module.css'

const KINDS = { WHOLESALE: 'Wholesale', RETAIL: 'Retail' } as const
const COLUMNS = ['Name', 'Kind', 'Status', 'Balance', 'Available', 'Below', 'Calls']
const OF_MONEY = ['Balance', 'Available']
const POLL = { every_ms: 10_000 }

/** Without balances for users from whom prices are hidden. */
function useColumns(): readonly string[] {
  return useSees('sale') ? COLUMNS : COLUMNS.filter((name) => !OF_MONEY.includes(name))
}

type Pay = ReturnType<typeof usePayment>['pay']

interface ResellerTreeProps {
  readonly label: string
  /** Without it, all that the user sees. */
  readonly reseller_id?: number
}

export function ResellerTree({ label, reseller_id }: ResellerTreeProps) {
  const { pay, dialog } = usePayment('RECHARGE')
  const columns = useColumns()
  return (
    <div className="panel">
      <ScrollBox label={label}>
        <table className={styles.tree} aria-label={label}>
          <TableHead columns={columns}>
            <ActionsHead name="Actions" />
          </TableHead>
          <tbody>
            {reseller_id === undefined ? (
              <Whole pay={pay} />
            ) : (
              <Branch reseller_id={reseller_id} depth={0} pay={pay} />
            )}
          </tbody>
        </table>
      </ScrollBox>
      {dialog}
    </div>
  )
}

function Whole({ pay }: { pay: Pay }) {
  const tree = useOne(getWholeTree, {}, POLL)
  return <Nodes tree={tree} depth={0} pay={pay} />
}

interface BranchProps {
  readonly reseller_id: number
  readonly depth: number
  readonly pay: Pay
}

/** The rows directly under a reseller; loaded when they are opened. */
function Branch({ reseller_id, ...rest }: BranchProps) {
  const tree = useOne(getResellerTree, { params: { id: reseller_id } }, POLL)
  return <Nodes tree={tree} {...rest} />
}

interface NodesProps extends Omit<BranchProps, 'reseller_id'> {
  readonly tree: ReturnType<typeof useOne<typeof getResellerTree | typeof getWholeTree>>
}

function Nodes({ tree, depth, pay }: NodesProps) {
  const columns = useColumns()
  if (!tree.data) {
    return (
      <tr>
        <td colSpan={columns.length + 1}>
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
  const columns = useColumns()
  return (
    <tr>
      <td colSpan={columns.length + 1} className="muted" style={indent(depth)}>
        {children}
      </td>
    </tr>
  )
}

const indent = (depth: number) => ({ paddingInlineStart: 12 + depth * 24 })

function NodeRows({ node, depth, pay }: { node: TreeNode; depth: number; pay: Pay }) {
  const [isOpen, setOpen] = useState(false)
  const seesBalance = useSees('sale')
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
        {seesBalance && <MoneyCells node={node} />}
        <td>{node.kind === 'RESELLER' && belowText(node)}</td>
        <td>{formatDecimal(node.active_calls)}</td>
        <td>
          {pay && seesBalance && node.balance !== null && (
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

function MoneyCells({ node: { balance, available, currency } }: { node: TreeNode }) {
  return (
    <>
      <td>{balance !== null && <Amount value={balance} currency={currency} />}</td>
      <td>{available !== null && <Amount value={available} currency={currency} />}</td>
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
