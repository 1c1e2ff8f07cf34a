// The fields of number lists that can be changed for many of them.
import { choiceInput, textInput } from '../bulk-changes/bulk-inputs.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ACTIONS } from './number-list-labels.ts'

export const NUMBER_LIST_INPUTS = [
  choiceInput('status', 'Status', STATUSES),
  choiceInput('default_action', 'Unmatched', ACTIONS),
  textInput('description', 'Description'),
]
