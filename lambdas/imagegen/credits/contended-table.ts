export { type Refused, type TableDeps as LedgerDeps, type WriteStep, writeContended } from '@signet/kernel'
