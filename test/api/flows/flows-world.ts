import { GetObjectCommand, ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, rowTable } from '@signet/kernel'
import { inscribedRow } from '../../../lambdas/runtime/contract/reading-rows.ts'
import { type Answer, call } from '../../support/api.ts'
import { orgOf } from '../../support/images.ts'
import { table } from '../../support/keys.ts'
import { asPerson, type Person } from '../../support/people.ts'
import { sdkClient } from '../../support/sdk-client.ts'
import { testStack } from '../../support/test-stack.ts'

export const FLOW = { intention: 'Receive Stripe webhooks and mark the invoices as paid' }

export interface FileBody {
  readonly path: string
  readonly content: string
  readonly role: string
}

interface Fault {
  readonly code?: string
  readonly error?: string
  readonly upgrade?: string
  readonly upgrade_url?: string
  readonly errors?: readonly { readonly field: string }[]
}

/** The response of `POST /api/flows`, with the members that tests use. */
export interface CreatedFlow extends Fault {
  readonly id: string
  readonly classification: { readonly pattern: string; readonly confidence: string }
  readonly traits: Readonly<Record<string, string>>
  readonly tier2_recommended: boolean
  readonly output: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly oracle_enhanced: boolean
  readonly warning?: { readonly meter: string; readonly used: number; readonly limit: number }
}

export interface FlowBody extends Fault {
  readonly id: string
  readonly intention: string
  readonly project_type: string
  readonly status: string
  readonly created_at: string
  readonly seed: number
  readonly governance: { readonly threat_model: string; readonly adr: string; readonly test_plan: string }
  readonly scaffold: { readonly files: readonly FileBody[] }
  readonly next_steps: readonly string[]
  readonly output: string
  readonly oracle_enhanced: boolean
  readonly oracle_summary: string | null
}

export interface OracleBody extends Fault {
  readonly enhanced: boolean
  readonly files: readonly FileBody[]
  readonly summary: string
  readonly method: string
  readonly receipt: { readonly hash: string; readonly verifyUrl: string }
  readonly kept_until: string
}

export interface ListBody extends Fault {
  readonly flows: readonly Pick<FlowBody, 'id' | 'intention' | 'project_type' | 'status' | 'created_at'>[]
  readonly next_cursor: string | null
}

type Headers = Readonly<Record<string, string>>

/** Creates a flow as a person in a browser. */
export const createAs = (person: Person, body: object = {}, headers: Headers = {}): Promise<Answer<CreatedFlow>> =>
  asPerson<CreatedFlow>(person, 'POST', '/api/flows', { body: { ...FLOW, ...body }, headers, as: 'createFlow' })

export const createWithKey = (key: string, body: object = {}): Promise<Answer<CreatedFlow>> =>
  call<CreatedFlow>('POST', '/api/flows', { key, body: { ...FLOW, ...body }, as: 'createFlow' })

export const flowAs = (person: Person, id: string) =>
  asPerson<FlowBody>(person, 'GET', `/api/flows/${id}`, { as: 'getFlow' })

export const listAs = (person: Person, query = '') =>
  asPerson<ListBody>(person, 'GET', `/api/flows${query}`, { as: 'listFlows' })

export const oracleAs = (person: Person, id: string) =>
  asPerson<OracleBody>(person, 'POST', `/api/flows/${id}/oracle`, { as: 'askFlowOracle' })

export const storedOracleAs = (person: Person, id: string) =>
  asPerson<OracleBody>(person, 'GET', `/api/flows/${id}/oracle`, { as: 'getFlowOracle' })

interface UpdatedBody extends Fault {
  readonly files: readonly { readonly path: string; readonly content: string; readonly status: string }[]
}

export const updateAs = (person: Person, id: string, files: readonly object[]) =>
  asPerson<UpdatedBody>(person, 'POST', `/api/flows/${id}/update`, { body: { files }, as: 'updateFlow' })

/** A hash without a flow. */
export const ABSENT_HASH = '0'.repeat(64)

export const filesByPath = (files: readonly FileBody[]): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, content }) => [path, content]))

const s3 = sdkClient((options) => new S3Client(options))

/** Changes the runtime's stored flow, to imitate an older one. */
export const changeStoredFlow = async (
  person: Person,
  flow: string,
  change: (storedFlow: object) => object,
): Promise<void> => {
  const client = s3()
  const org = await orgOf(person)
  const deps = { db: table(), table: testStack().table, now: () => new Date() }
  const row = await rowTable(inscribedRow, deps).get({ org, hash: flow })
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}))
  const Bucket = Buckets.map(({ Name }) => String(Name)).find((name) => name.includes('readings'))
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: String(row?.object) }))
  const storedFlow = JSON.parse((await Body?.transformToString()) ?? '') as object
  const Key = `${row?.object}.changed`
  await client.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(change(storedFlow)) }))
  const update = { UpdateExpression: 'SET #object = :key', ExpressionAttributeNames: { '#object': 'object' } }
  await table().send(
    new UpdateCommand({
      TableName: testStack().table,
      Key: rowKey(inscribedRow, { org, hash: flow }),
      ...update,
      ExpressionAttributeValues: { ':key': Key },
    }),
  )
}
