import { organisationCreatedAt } from '@signet/identity'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { organisationRecords, standingAt } from '@signet/ledger'
import { access } from '../contract/access.ts'
import { sweep } from './sweep.ts'

export const handler = scheduleFunction({
  name: 'observe-sweep',
  access: access.sweep,
  variables: process.env,
  clients: { db: tableClient() },
  build: (runtime) => {
    const lookUp = organisationRecords(runtime, organisationCreatedAt(runtime))
    return sweep({ ...runtime, tierOf: async (org) => standingAt(await lookUp(org), runtime.now()).tier })
  },
})
