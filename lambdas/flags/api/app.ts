import { randomBytes } from 'node:crypto'
import { addUse, lastUse, readUse } from '@signet/flags/dynamodb'
import { authenticatedApp, orgKeys, PLATFORM_KEY_PREFIX } from '@signet/identity'
import { type ApiRuntime, rowTable } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { auditTable } from '../audit/audit-table.ts'
import { cloudWatchAlarms } from '../canary/alarm-states.ts'
import { canaryMachine } from '../canary/canary-machine.ts'
import { exposedCounts } from '../canary/exposed-counts.ts'
import type { access } from '../contract/access.ts'
import { setListRow } from '../contract/set-list-row.ts'
import { flagSetTable } from '../sets/flag-set-table.ts'
import type { FlagDeps } from './deps.ts'
import { evaluatorOf } from './evaluator.ts'
import { apiRoutes } from './routes.ts'

const flagRoutes = (runtime: ApiRuntime<typeof access.api>) => {
  const { env, now, newId, log, clients } = runtime
  const useOf: FlagDeps['useOf'] = (set, key, since) => readUse({ ...runtime, set }, key, since)
  return apiRoutes({
    sets: flagSetTable({ ...runtime, outbox: functionOutbox(runtime) }),
    audit: auditTable(runtime),
    machine: canaryMachine({ sfn: clients.sfn, arn: env.CANARIES_MACHINE_ARN }),
    alarmStates: cloudWatchAlarms(clients.cloudWatch),
    exposedCounts: exposedCounts(useOf),
    environmentsOf: (org, page) => rowTable(setListRow, runtime).page({ org }, page),
    lastUseOf: (set, key) => lastUse({ ...runtime, set }, key),
    useOf,
    addUse: (set, uses, batch) => addUse({ ...runtime, set }, uses, batch),
    evaluatorOf,
    keys: orgKeys({ ...runtime, prefix: PLATFORM_KEY_PREFIX, knownScopes: env.GRANTABLE_SCOPES.split(',') }),
    newId,
    newSalt: () => randomBytes(16).toString('base64url'),
    now,
    log,
    version: env.VERSION,
    settings: env,
  })
}

export const app = authenticatedApp<typeof access.api>((runtime) => ({
  routes: flagRoutes(runtime),
}))
