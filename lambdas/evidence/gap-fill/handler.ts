import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { organizationCreatedAt } from '@signet/identity'
import { queueFunction, spendGuard, tableClient } from '@signet/kernel'
import { eventBridgeBus, functionOutbox } from '@signet/kernel/events'
import { configuredModel, guardedModel } from '@signet/language-model'
import { payingDeps } from '@signet/ledger'
import { access } from '../contract/access.ts'
import { assetReader } from '../library/asset-reader.ts'
import { policyCatalog } from '../policies/policy-catalog.ts'
import { policyReader } from '../policies/policy-reader.ts'
import { configuredReviser } from '../revisers/configured-reviser.ts'
import { FillMessage } from './fill-queue.ts'
import { fillingTable } from './filling-table.ts'
import { gapFillTable } from './gap-fill-table.ts'
import { workFill } from './work-fill.ts'

export const handler = queueFunction({
  name: 'evidence-gap-fill',
  access: access['gap-fill'],
  variables: process.env,
  clients: { db: tableClient(), eventBridge: new EventBridgeClient({}), model: configuredModel(process.env) },
  message: FillMessage,
  ids: ({ id }) => ({ gap_fill_id: id }),
  failed: 'gap-fill step failed',
  build: (runtime) => {
    const { clients, env } = runtime
    const outbox = functionOutbox(runtime)
    const paying = payingDeps(runtime, { createdAt: organizationCreatedAt(runtime), outbox })
    const assets = assetReader(runtime)
    return workFill({
      ...runtime,
      ...paying,
      assets,
      catalog: policyCatalog(policyReader(runtime)),
      fills: gapFillTable({ ...runtime, ...paying, assets }),
      fillings: fillingTable(runtime),
      reviser: configuredReviser(guardedModel(clients.model, spendGuard(runtime))),
      bus: eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME }),
    })
  },
})
