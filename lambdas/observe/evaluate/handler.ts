import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { memberRow, organizationCreatedAt } from '@signet/identity'
import { rowTable, scheduleFunction, tableClient } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { organizationRecords, tierStatusAt } from '@signet/ledger'
import { alertTable } from '../alerts/alert-table.ts'
import { dayTable } from '../caps/day-table.ts'
import { access } from '../contract/access.ts'
import { countTable } from '../counters/count-table.ts'
import { evaluateRules } from './evaluate-rules.ts'

export const handler = scheduleFunction({
  name: 'observe-evaluate',
  access: access.evaluate,
  variables: process.env,
  clients: { db: tableClient(), eventBridge: new EventBridgeClient({}) },
  build: (runtime) => {
    const lookUp = organizationRecords(runtime, organizationCreatedAt(runtime))
    return evaluateRules({
      ...runtime,
      counters: countTable(runtime),
      caps: dayTable(runtime),
      alerts: alertTable(runtime),
      members: rowTable(memberRow, runtime),
      outbox: functionOutbox(runtime),
      tierOf: async (org) => tierStatusAt(await lookUp(org), runtime.now()).tier,
    })
  },
})
