import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { organizationCreatedAt } from '@signet/identity'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { organizationRecords, tierStatusAt } from '@signet/ledger'
import { access } from '../contract/access.ts'
import { sweep } from './sweep.ts'

export const handler = scheduleFunction({
  name: 'observe-sweep',
  access: access.sweep,
  variables: process.env,
  clients: { db: tableClient(), eventBridge: new EventBridgeClient({}) },
  build: (runtime) => {
    const lookUp = organizationRecords(runtime, organizationCreatedAt(runtime))
    const tierOf = async (org: string) => tierStatusAt(await lookUp(org), runtime.now()).tier
    return sweep({ ...runtime, tierOf, outbox: functionOutbox(runtime) })
  },
})
