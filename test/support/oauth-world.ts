import { createHash, randomBytes } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import {
  type AgentRequest,
  approveRequest,
  type Granter,
  grantKeyOf,
  grantTable,
  redeemCode,
  requestTable,
} from '@signet/identity/oauth'
import { newUuid } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import type { CrashPoint } from './crash-point.ts'
import { TABLE, type TableWorld } from './table-world.ts'

export const REDIRECT = 'https://client.example/callback'
export const AUDIENCE = 'https://images.example'
export const verifier = randomBytes(32).toString('base64url')

/** Returns a request of a client with a metadata document. */
export const agentRequest = (more: Partial<AgentRequest> = {}): AgentRequest => ({
  client_id: 'https://client.example/client.json',
  client_kind: 'document',
  client_name: 'Client',
  redirect_uri: REDIRECT,
  challenge: createHash('sha256').update(verifier).digest('base64url'),
  scopes: ['generate', 'read'],
  audience: AUDIENCE,
  issuer: 'https://agents.example',
  ...more,
})

export const newGranter = (): Granter => {
  const userId = newUuid()
  return { userId, orgId: userId, tenantId: userId }
}

/** Returns the table's client with the crash point around every call. */
export const dbWithCrash = (db: DynamoDBDocumentClient, { around }: CrashPoint): DynamoDBDocumentClient =>
  ({ send: (command: never) => around(() => db.send(command)) }) as unknown as DynamoDBDocumentClient

/** Creates both sides of the authorization server over one table. */
export const oauthOver = (world: TableWorld, now: () => Date, crash?: CrashPoint) => {
  const db = crash ? dbWithCrash(world.db, crash) : world.db
  const backoff = { sleep: async () => undefined, random: () => 0 }
  const deps = { db, table: TABLE, now, pepper: async () => 'pepper', newId: newUuid, backoff }
  const allowances = allowanceTable(deps)
  const grants = grantTable({ ...deps, allowances })
  const redeem = redeemCode({ ...deps, grants })
  return {
    allowances,
    grants,
    requests: requestTable(deps),
    approve: approveRequest({ ...deps, allowances, guard: async () => [] }),
    /** Redeems a code with all members of its request. */
    redeem: (code: string, more: object = {}): ReturnType<ReturnType<typeof redeemCode>> => {
      const { client_id: clientId, redirect_uri: redirectUri } = agentRequest()
      return redeem({ code, clientId, redirectUri, verifier, audience: undefined, ...more })
    },
    grantLocation: (granter: Granter, request = agentRequest()) => ({
      user: granter.userId,
      key: grantKeyOf(request, granter.orgId),
    }),
  }
}
