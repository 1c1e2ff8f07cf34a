// The fields of number lists and of their items that can be changed for many of them.
import { choiceInput, numberInput, textInput } from '../bulk-changes/bulk-inputs.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { LIST_ACTION_CHOICES } from './number-list-labels.ts'

export const NUMBER_LIST_INPUTS = [
  choiceInput('status', 'Status', STATUSES),
  choiceInput('default_action', 'Unmatched', LIST_ACTION_CHOICES),
  textInput('description', 'Description'),
]

export const ITEM_INPUTS = [
  choiceInput('action', 'Action', LIST_ACTION_CHOICES),
  textInput('tag', 'Tag'),
  numberInput('min_length', 'Min length'),
  numberInput('max_length', 'Max length'),
  textInput('description', 'Description'),
]
