import { checkedAnswer, promptOf } from './$kebab/answer-question.ts'
import { type Passage, passagesOf, rankPassages } from './$kebab/rank-passages.ts'
import { parseObject } from './http/body.ts'
import { absent, invalid, Problem } from './http/problem.ts'
import { type Call, type Route, reply, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { requireScope } from './verification/require-scope.ts'

/** Maximum number of passages per tenant that are ranked. More need a search index. */
export const MAX_PASSAGES = 2_000
/** Upper bound of the passages of one document. */
const MAX_PER_SOURCE = 200
const MAX_RESULTS = 5

const partitionOf = (tenant: string): string => `$kebab-passages#${tenant}`

const textOf = (body: Record<string, unknown>, field: string, max: number): string => {
  const value = body[field]
  if (typeof value !== 'string' || value.trim() === '' || value.length > max)
    throw invalid(field, `${field} must have 1 to ${max} characters`)
  return value
}

const readAll = async ({ caller, deps }: Call): Promise<readonly Passage[]> => {
  const passages: Passage[] = []
  for (let after = ''; passages.length <= MAX_PASSAGES; ) {
    const rows = await deps.records.list<Passage>(partitionOf(caller.tenant), {
      limit: 100,
      ...(after === '' ? {} : { after }),
    })
    passages.push(...rows.map(({ value }) => value))
    if (rows.length < 100) return passages
    after = rows.at(-1)?.id ?? ''
  }
  // Two concurrent documents can exceed the limit. The excess is not searched until documents are removed.
  deps.log({ event: 'passages', outcome: 'limit exceeded', limit: MAX_PASSAGES })
  return passages.slice(0, MAX_PASSAGES)
}

/** A concurrent request changed the same document. The document may contain passages of both until it is stored again. */
const concurrentChange = (): Problem =>
  new Problem(409, 'concurrent_change', 'The document was changed by another request. Send your request again')

const removeAll = async (ids: readonly string[], { caller, deps }: Call): Promise<void> => {
  for (const id of ids) {
    const row = await deps.records.get(partitionOf(caller.tenant), id)
    if (row && !(await deps.records.remove(partitionOf(caller.tenant), id, row.version))) throw concurrentChange()
  }
}

/** Returns the IDs of the passages of a source in order. A source has fewer passages than the limit. */
const idsOf = async (source: string, { caller, deps }: Call): Promise<readonly string[]> => {
  const rows = await deps.records.list(partitionOf(caller.tenant), { after: `${source}#`, limit: MAX_PER_SOURCE })
  return rows.map(({ id }) => id).filter((id) => id.startsWith(`${source}#`))
}

const sourceOf = (source: string): string => {
  if (!/^[A-Za-z0-9._:-]{1,100}$/.test(source))
    throw invalid('source', 'source must be 1 to 100 letters, digits and ._:-')
  return source
}

/**
 * Stores a document as passages and replaces the document with the same source. A document above the limit changes
 * nothing.
 */
const add = async (call: Call): Promise<Response> => {
  const { body, caller, deps } = call
  // #if scopes
  requireScope(caller, 'write')
  // #endif
  const document = parseObject(body)
  const source = sourceOf(textOf(document, 'source', 100))
  const passages = passagesOf(source, textOf(document, 'text', 60_000))
  const previousIds = await idsOf(source, call)
  const otherPassages = (await readAll(call)).filter((passage) => passage.source !== source).length
  if (otherPassages + passages.length > MAX_PASSAGES)
    throw new Problem(
      409,
      'too_many_passages',
      `A tenant can store at most ${MAX_PASSAGES} passages. Remove a document first`,
    )
  for (const passage of passages) {
    const row = await deps.records.get<Passage>(partitionOf(caller.tenant), passage.id)
    const isStored = row
      ? await deps.records.replace(partitionOf(caller.tenant), passage.id, passage, row.version)
      : await deps.records.insert(partitionOf(caller.tenant), passage.id, passage)
    if (!isStored) throw concurrentChange()
  }
  await removeAll(
    previousIds.filter((id) => !passages.some((passage) => passage.id === id)),
    call,
  )
  return reply(201, { source, passages: passages.length })
}

/** Removes a document, even if the limit is reached. */
const remove = async (call: Call): Promise<Response> => {
  // #if scopes
  requireScope(call.caller, 'write')
  // #endif
  const ids = await idsOf(sourceOf(call.params.source ?? ''), call)
  if (ids.length === 0) throw absent()
  await removeAll(ids, call)
  return new Response(null, { status: 204 })
}

/** Answers a question with citations, or returns only the passages. An answer without citations is not returned. */
const ask = async (call: Call): Promise<Response> => {
  const { body, deps } = call
  const question = textOf(parseObject(body), 'question', 500)
  const passages = rankPassages(question, await readAll(call), MAX_RESULTS).map(({ passage }) => passage)
  const results = passages.map(({ id, source, text }) => ({ id, source, text }))
  if (passages.length === 0) return reply(200, { answered: false, reason: 'nothing_found', passages: [] })
  const written = await deps.model.complete(promptOf(question, passages)).catch((error: unknown) => {
    deps.log({ event: 'model', outcome: 'failed', fault: error instanceof Error ? error.name : 'unknown' })
    return ''
  })
  const answer = checkedAnswer(written, passages)
  deps.log({ event: 'answer', found: passages.length, outcome: answer === undefined ? 'uncited' : 'cited' })
  if (answer === undefined) return reply(200, { answered: false, reason: 'not_answered', passages: results })
  return reply(200, {
    answered: true,
    answer: answer.text,
    citations: answer.cited.map(({ id, source }) => ({ id, source })),
    passages: results,
  })
}

const routes: readonly Route[] = [
  { method: 'POST', path: '/v1/documents', run: add },
  { method: 'DELETE', path: '/v1/documents/:source', run: remove },
  { method: 'POST', path: '/v1/questions', run: ask },
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)
