import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { meterRow } from '@signet/search/conversations/rows'
import { expect, test } from 'vitest'
import { rowKey } from '../../../layers/kernel/src/table/row-kind.ts'
import { ARCHIVE_QUOTAS } from '../../../layers/search/src/conversations/contract/archive-quotas.ts'
import { call } from '../../support/api.ts'
import { newArchivist } from '../../support/archive.ts'
import { stackNow } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import { allRows } from '../../support/rows.ts'
import { testStack } from '../../support/test-stack.ts'

const { bytes: BYTES_LIMIT, questions: QUESTIONS_LIMIT } = ARCHIVE_QUOTAS.free

const begin = (key: string, bytes: number) =>
  call<{ upload: { id: string } }>('POST', '/api/uploads', {
    key,
    as: 'createUpload',
    body: { name: 'export.zip', bytes },
  })

/** Records usage of today in the meter of a workspace. */
const recordUsage = async (workspace: string, counts: Readonly<Record<string, number>>): Promise<void> => {
  const day = new Date(await stackNow()).toISOString().slice(0, 10)
  const Item = { ...rowKey(meterRow, { workspace, day }), day, ...counts }
  await table().send(new PutCommand({ TableName: testStack().table, Item }))
}

test('requests return 429 beyond the monthly questions, embedding tokens and upload bytes of the plan; the statistics show usage', async () => {
  const { session } = await newArchivist()
  const { body } = await begin(session, 1_000_000)
  expect((await begin(session, BYTES_LIMIT - 999_999)).body).toMatchObject({
    code: 'quota_exceeded',
    quota: 'bytes',
    used: 1_000_000,
    limit: BYTES_LIMIT,
    plan: 'free',
    upgrade_plan: 'pro',
    upgrade: '/pricing',
  })
  const [row] = await allRows({
    FilterExpression: 'upload = :upload',
    ExpressionAttributeValues: { ':upload': body.upload.id },
  })
  const workspace = String(row?.workspace)
  await recordUsage(workspace, { questions: QUESTIONS_LIMIT, embedding_tokens: 20_000_000 })
  const chatResponse = await call('POST', '/api/chat', { key: session, body: { question: 'Who?' }, as: 'askArchive' })
  expect([chatResponse.status, chatResponse.body]).toMatchObject([429, { code: 'quota_exceeded', quota: 'questions' }])
  expect(Number(chatResponse.headers.get('retry-after'))).toBeGreaterThan(0)
  const uploadResponse = await begin(session, 1)
  expect([uploadResponse.status, uploadResponse.body]).toMatchObject([
    429,
    { code: 'quota_exceeded', quota: 'embeddingTokens' },
  ])
  const stats = await call('GET', '/api/stats', { key: session, as: 'getStats' })
  expect(stats.body).toMatchObject({
    quotas: {
      plan: 'free',
      bytes: { used: 1_000_000, limit: BYTES_LIMIT },
      embeddingTokens: { used: 20_000_000, limit: 20_000_000 },
      questions: { used: QUESTIONS_LIMIT, limit: QUESTIONS_LIMIT },
    },
  })
})
