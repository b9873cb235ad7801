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

const { bytes: LIMIT, questions: QUESTIONS } = ARCHIVE_QUOTAS.free

const begin = (key: string, bytes: number) =>
  call<{ upload: { id: string } }>('POST', '/api/uploads', {
    key,
    as: 'createUpload',
    body: { name: 'export.zip', bytes },
  })

/** Records usage of today in the meter of a workspace. */
const used = async (workspace: string, counts: Readonly<Record<string, number>>): Promise<void> => {
  const day = new Date(await stackNow()).toISOString().slice(0, 10)
  const Item = { ...rowKey(meterRow, { workspace, day }), day, ...counts }
  await table().send(new PutCommand({ TableName: testStack().table, Item }))
}

test('requests return 429 beyond the monthly questions, embedding tokens and upload bytes of the plan; the statistics show usage', async () => {
  const { session } = await newArchivist()
  const { body } = await begin(session, 1_000_000)
  expect((await begin(session, LIMIT - 999_999)).body).toMatchObject({
    code: 'quota_exceeded',
    quota: 'bytes',
    used: 1_000_000,
    limit: LIMIT,
    plan: 'free',
    upgrade_plan: 'pro',
    upgrade: '/pricing',
  })
  const [row] = await allRows({
    FilterExpression: 'upload = :upload',
    ExpressionAttributeValues: { ':upload': body.upload.id },
  })
  const workspace = String(row?.workspace)
  await used(workspace, { questions: QUESTIONS, embedding_tokens: 20_000_000 })
  const asked = await call('POST', '/api/chat', { key: session, body: { question: 'Who?' }, as: 'askArchive' })
  expect([asked.status, asked.body]).toMatchObject([429, { code: 'quota_exceeded', quota: 'questions' }])
  expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0)
  const taken = await begin(session, 1)
  expect([taken.status, taken.body]).toMatchObject([429, { code: 'quota_exceeded', quota: 'embeddingTokens' }])
  const stats = await call('GET', '/api/stats', { key: session, as: 'getStats' })
  expect(stats.body).toMatchObject({
    quotas: {
      plan: 'free',
      bytes: { used: 1_000_000, limit: LIMIT },
      embeddingTokens: { used: 20_000_000, limit: 20_000_000 },
      questions: { used: QUESTIONS, limit: QUESTIONS },
    },
  })
})
