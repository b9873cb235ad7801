import { randomUUID } from 'node:crypto'
import { callApi, expectStatus } from '../http.ts'
import { StepFailure, type StepReport } from '../report.ts'
import { callAndRecordRate, keyOf, pollUntil, registerCleanup, type SmokeRun, stepReport, urlAt } from '../run.ts'

/** Seconds since 1970; any value works. */
const CREATED_AT = 1_767_258_000

const message = (id: string, author: { role: string; parent: string; children: string[] }, text: string) => {
  const { role, parent, children } = author
  const content = { content_type: 'text', parts: [text] }
  return { [id]: { id, parent, children, message: { id, author: { role }, create_time: CREATED_AT, content } } }
}

/** Returns an export in ChatGPT's format, with one conversation. */
const exportOf = (word: string): string =>
  JSON.stringify([
    {
      id: randomUUID(),
      title: 'Smoke test',
      create_time: CREATED_AT,
      update_time: CREATED_AT,
      current_node: 'b',
      mapping: {
        root: { id: 'root', message: null, parent: null, children: ['a'] },
        ...message('a', { role: 'user', parent: 'root', children: ['b'] }, `What is a ${word}?`),
        ...message('b', { role: 'assistant', parent: 'a', children: [] }, `A ${word} is a word of a smoke test.`),
      },
    },
  ])

export const archive = async (run: SmokeRun): Promise<StepReport> => {
  const key = keyOf(run)
  const word = `zwirbel${randomUUID().slice(0, 8)}`
  const url = urlAt(run, 'archive', '/api/uploads')
  const uploadResponse = await callAndRecordRate(run, `${url}/simple?name=smoke.json`, {
    method: 'POST',
    key,
    body: exportOf(word),
  })
  const uploadUrl = `${url}/${expectStatus('An upload', uploadResponse, 202).body.id}`
  registerCleanup(run, 'the upload', uploadUrl, { key })
  await pollUntil('The upload was not read', async () => {
    const { body, requestId } = expectStatus('The upload', await callApi(`${uploadUrl}/status`, { key }), 200)
    if (body.ingestion === 'failed')
      throw new StepFailure('The upload failed', 'see the log of archive-ingest', requestId)
    return String(body.ingestion ?? '').startsWith('completed') || undefined
  })
  const results = await pollUntil('The conversation was not found', async () => {
    const answer = expectStatus(
      'Searching',
      await callApi(urlAt(run, 'archive', `/api/search?q=${word}`), { key }),
      200,
    )
    return JSON.stringify(answer.body).includes(word) ? answer : undefined
  })
  return stepReport('uploaded, read and found', results)
}
