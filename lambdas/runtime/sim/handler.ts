import { rowTable, scheduleFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { simRow } from '../contract/sim-row.ts'
import { selfTest } from './self-test.ts'

export const handler = scheduleFunction({
  name: 'runtime-sim',
  access: access.sim,
  variables: process.env,
  clients: { db: tableClient() },
  build: (runtime) => selfTest({ sims: rowTable(simRow, runtime), now: runtime.now }),
})
