import { createHash } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { apiKeyDigest, apiKeyDisplayPrefix, keyItemKey, mintApiKey, personalTenantOf } from '@signet/identity'
import { derivedUuid } from '@signet/kernel'
import { demoAccountRows, type Plan } from './demo-accounts.ts'
import { signInAt } from './sign-in.ts'
import type { Identities, SeedContext } from './stack.ts'

/** Demo identities by the name that stack.json gives them, and the image plan that each has (spec image-service 8). */
const DEMO_PLANS: Readonly<Record<string, Plan>> = { free: 'free', pro: 'pro', team: 'pro', agency: 'agency' }

const NAMESPACE = '6f2a4a0e-52b6-5d0c-9d0f-5a6e4c1b7d11'
const GEN_PREFIX = 'gen_'
const PLATFORM_PREFIX = 'plat_'

/** The same keys on every machine, so that examples can be copied; they open nothing but a laptop's own stack. */
const demoKey = (prefix: string, name: string): string =>
  mintApiKey(prefix, (length) => createHash('sha512').update(`signet demo ${name}`).digest('hex').slice(0, length))

const single = <T>(found: readonly T[], what: string): T => {
  const [first] = found
  if (first === undefined) throw new Error(`The templates declare no ${what}: the demo identities cannot be stored`)
  return first
}

/** A row that a later start must leave as it has become. */
const putOnce = async (db: DynamoDBDocumentClient, table: string, Item: Record<string, unknown>): Promise<void> => {
  try {
    await db.send(new PutCommand({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' }))
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error
  }
}

/** Where a stack keeps what the demo identities need. */
export interface SeedTarget {
  readonly endpoint: string
  readonly table: string
  /** Name or ARN of the pepper's secret. */
  readonly pepperSecret: string
  /** What a key of the platform may be allowed to do. */
  readonly platformScopes: readonly string[]
  /** Signs a demo person in, where that can be done: the token of their session. */
  readonly signIn?: (name: string, userId: string) => Promise<string | undefined>
}

/** Scopes of every service that takes keys of the platform, as the function that makes such keys is told them. */
const grantableScopes = (app: SeedContext['app']): readonly string[] =>
  app.functions.flatMap(({ environment }) => environment.GRANTABLE_SCOPES?.split(',') ?? [])

/** Demo identities of the local runner's stack, at each start. */
export const seedIdentities = ({ endpoint, app, issuer, urls }: SeedContext): Promise<Identities> =>
  seedTable({
    endpoint,
    table: single(app.tables, 'table').name,
    pepperSecret: single(app.secrets, 'secret').arn,
    platformScopes: grantableScopes(app),
    signIn: async (name, sub) => {
      if (!issuer) return undefined
      await issuer.addPerson({ sub, email: `${name}@demo.signet.example`, name: `Demo ${name}` })
      return urls.platform && (await signInAt(urls.platform, { sub })).token
    },
  })

/** Puts the demo tenants and their API keys into the table; doing it again changes nothing. */
export const seedTable = async ({
  endpoint,
  table,
  pepperSecret,
  platformScopes,
  signIn,
}: SeedTarget): Promise<Identities> => {
  const aws = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const secrets = new SecretsManagerClient(aws)
  const db = DynamoDBDocumentClient.from(new DynamoDBClient(aws))
  const { SecretString: pepper = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: pepperSecret }))
  const identities: Record<string, Identities[string]> = {}
  for (const [name, plan] of Object.entries(DEMO_PLANS)) {
    const [userId, tenantId] = ['user', 'tenant'].map((kind) => derivedUuid(NAMESPACE, `${name} ${kind}`))
    // The keys and the session of a person draw on the same account and belong to the same organisation.
    const accountId = personalTenantOf(String(userId))
    const owner = { org_id: accountId, user_id: userId, account_id: accountId, plan }
    const putKey = async (prefix: string, tenant: unknown, scopes: readonly string[]): Promise<string> => {
      const raw = demoKey(prefix, name)
      const about = { prefix: apiKeyDisplayPrefix(prefix, raw), created_at: new Date(0).toISOString() }
      const Item = { ...keyItemKey(apiKeyDigest(pepper, raw)), tenant_id: tenant, scopes, ...owner, ...about }
      await db.send(new PutCommand({ TableName: table, Item }))
      return raw
    }
    const genKey = await putKey(GEN_PREFIX, tenantId, ['generate', 'read'])
    const platKey = await putKey(PLATFORM_PREFIX, accountId, platformScopes)
    for (const Item of demoAccountRows(accountId, plan, new Date())) await putOnce(db, table, Item)
    const sessionCookie = await signIn?.(name, String(userId))
    identities[name] = {
      userId: String(userId),
      orgId: accountId,
      genKey,
      platKey,
      ...(sessionCookie ? { sessionCookie } : {}),
    }
  }
  secrets.destroy()
  db.destroy()
  return identities
}
