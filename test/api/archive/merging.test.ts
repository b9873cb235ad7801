import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { importTalks } from '../../support/archive.ts'
import { newWorkspace } from '../../support/archive-notebooks.ts'
import { runWithMessage } from '../../support/control.ts'
import { allRows } from '../../support/rows.ts'

const TOPICS = ['anchor', 'bakery', 'cedar', 'drum', 'ember', 'fjord', 'glacier', 'harbour', 'island']

/** Counts the rows by kind in the index of the workspace that contains all topics. */
const indexRows = async () => {
  const rows = await allRows({
    FilterExpression: 'begins_with(pk, :segments)',
    ExpressionAttributeValues: { ':segments': 'SEGMENT#' },
  })
  const groups = Map.groupBy(rows, ({ pk }) => pk)
  const segmentCounts = [...groups.values()].map((rows) => ({
    live: rows.filter(({ sk }) => String(sk).startsWith('LIVE#')).length,
    gone: rows.filter(({ sk }) => String(sk).startsWith('GONE#')).length,
    batches: rows.filter(({ sk }) => String(sk).startsWith('BATCH#')).length,
  }))
  return segmentCounts.find(({ batches }) => batches === TOPICS.length)
}

test('many imports are merged into one segment with all content, and old segments are removed when no search reads them', async () => {
  const { session, workspace } = await newWorkspace()
  for (const topic of TOPICS)
    await importTalks(session, { id: topic, title: topic, said: [`Tell me of the ${topic}`, 'Later.'] })
  const find = async (q: string) => {
    const path = `/api/search?q=${q}`
    const { body } = await call<{ results: { conversation: { title: string } }[] }>('GET', path, {
      key: session,
      as: 'searchArchive',
    })
    return body.results.map(({ conversation }) => conversation.title)
  }
  await expect.poll(async () => (await indexRows())?.live, { timeout: 30_000 }).toBeLessThan(3)
  expect((await indexRows())?.gone).toBeGreaterThanOrEqual(8)
  for (const topic of TOPICS) expect(await find(topic)).toEqual([topic])
  expect(await runWithMessage('archive-merge', { workspace }, { after: 16 * 60_000 })).toEqual({
    batchItemFailures: [],
  })
  expect((await indexRows())?.gone).toBe(0)
  expect(await find('ember')).toEqual(['ember'])
})
