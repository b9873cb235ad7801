import { randomBytes } from 'node:crypto'
import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { SFNClient } from '@aws-sdk/client-sfn'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { addUse, readUse } from '@signet/flags/dynamodb'
import { authenticationChain, configuredSessions, hasScope, keyAuthenticator, orgKeys } from '@signet/identity'
import { createLog, emfMetrics, managedSecret, newUuid, serve, systemClock } from '@signet/kernel'
import type { EnvironmentOf } from '@signet/kernel/access'
import { auditTable } from '../audit/audit-table.ts'
import { cloudWatchAlarms } from '../canary/alarm-states.ts'
import { canaryMachine } from '../canary/canary-machine.ts'
import { exposedCounts } from '../canary/exposed-counts.ts'
import type { access } from '../contract/access.ts'
import { KEY_SCOPES } from '../contract/keys.ts'
import { KEY_PREFIX } from '../keys/key-routes.ts'
import { flagSetTable } from '../sets/flag-set-table.ts'
import type { FlagDeps } from './deps.ts'
import { evaluatorOf } from './evaluator.ts'
import { apiRoutes } from './routes.ts'

/** What the template gives the function. */
export type ApiEnvironment = EnvironmentOf<typeof access.api>

/** Clients that are made once an environment, before the first event. */
export interface ApiClients {
  readonly db: DynamoDBDocumentClient
  readonly sfn: SFNClient
  readonly secrets: SecretsManagerClient
  readonly cloudwatch: CloudWatchClient
}

/** The function of the flags service, wired. */
export const flagsApi = (env: ApiEnvironment, { db, sfn, secrets, cloudwatch }: ApiClients) => {
  const now = systemClock
  const table = env.TABLE_NAME
  const pepper = managedSecret({ client: secrets, id: env.PEPPER_SECRET, now })
  const useOf: FlagDeps['useOf'] = (set, key, since) => readUse({ db, table, set, now }, key, since)
  const log = createLog({ fields: { function: 'flags-api' } })
  const routes = apiRoutes({
    sets: flagSetTable({ db, table, now }),
    audit: auditTable({ db, table }),
    machine: canaryMachine({ sfn, arn: env.CANARIES_MACHINE_ARN }),
    alarmStates: cloudWatchAlarms(cloudwatch),
    exposedCounts: exposedCounts(useOf),
    useOf,
    addUse: (set, uses, batch) => addUse({ db, table, set, now }, uses, batch),
    evaluatorOf,
    keys: orgKeys({ prefix: KEY_PREFIX, knownScopes: KEY_SCOPES, db, table, pepper, newId: newUuid, now }),
    newId: newUuid,
    newSalt: () => randomBytes(16).toString('base64url'),
    now,
    log,
    version: env.VERSION,
  })
  const chain = [keyAuthenticator({ prefix: KEY_PREFIX, db, table, pepper, now }), configuredSessions(env)]
  return serve(routes, {
    authenticate: authenticationChain(chain, undefined),
    hasScope,
    log,
    metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'flags-api' } }),
    now,
  })
}
