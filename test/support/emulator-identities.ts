import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { apiKeyDigest, apiKeyDisplayPrefix, keyItemKey } from '@signet/identity'
import { newUuid, rowKey } from '@signet/kernel'
import type { Plan } from '@signet/ledger'
import { balanceRow } from '@signet/ledger/rows'
import { mintApiKey } from '../../layers/identity/src/api-key.ts'
import { newAccount } from '../../layers/ledger/src/account.ts'
import { WELCOME_CREDITS } from '../../layers/ledger/src/plans.ts'

/** The emulator has no sign-in: tests write its identities as rows, with more credits than they use. */
const PLANS: Readonly<Record<string, Plan>> = { free: 'free', pro: 'pro', team: 'pro', agency: 'agency' }
const EXTRA_CREDITS = 1_000_000

export interface EmulatorTarget {
  readonly endpoint: string
  readonly table: string
  readonly pepperSecret: string
  readonly platformScopes: readonly string[]
}

/** Creates the identities and returns their keys by name. */
export const emulatorIdentities = async ({ endpoint, table, pepperSecret, platformScopes }: EmulatorTarget) => {
  const aws = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const { SecretString: pepper = '' } = await new SecretsManagerClient(aws).send(
    new GetSecretValueCommand({ SecretId: pepperSecret }),
  )
  const db = DynamoDBDocumentClient.from(new DynamoDBClient(aws))
  const putRow = (Item: Record<string, unknown>) => db.send(new PutCommand({ TableName: table, Item }))
  const identities = Object.entries(PLANS).map(async ([name, plan]) => {
    const account = newUuid()
    const createdAt = new Date()
    const { id: _, ...initialAccount } = newAccount(account, createdAt, WELCOME_CREDITS)
    const total = initialAccount.issued + EXTRA_CREDITS
    await putRow({
      ...rowKey(balanceRow, { account }),
      ...initialAccount,
      plan,
      purchased: EXTRA_CREDITS,
      issued: total,
      base: total,
    })
    const key = async (prefix: string, scopes: readonly string[]): Promise<string> => {
      const raw = mintApiKey(prefix)
      const owner = { tenant_id: account, org_id: account, user_id: newUuid(), account_id: account }
      const keyFields = { scopes, prefix: apiKeyDisplayPrefix(prefix, raw), created_at: createdAt.toISOString() }
      await putRow({ ...keyItemKey(apiKeyDigest(pepper, raw)), ...owner, ...keyFields })
      return raw
    }
    return [
      name,
      { genKey: await key('gen_', ['generate', 'read']), platKey: await key('plat_', platformScopes) },
    ] as const
  })
  return Object.fromEntries(await Promise.all(identities))
}
