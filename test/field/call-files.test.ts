// Files of calls and of their sums as carriers send them. Beside each file is what must be read
// from it: a line for each row, or the question that is asked before any is read.
import { callReadingOf } from './call-reading.ts'
import { testFieldFiles } from './field-files.ts'

testFieldFiles('calls', callReadingOf)
