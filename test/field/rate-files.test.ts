// Rate files as carriers send them. Beside each file is what must be read from it: a line for each
// rate, or the question that is asked before any is read.
import { testFieldFiles } from './field-files.ts'
import { readingOf } from './reading.ts'

testFieldFiles('rates', readingOf)
