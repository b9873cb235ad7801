import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'
import { COLLECTION_INDEX } from '../../layers/search/src/index/opensearch/collection-mapping.ts'

/** The credentials that the collection accepts. */
export const CALLER = { region: 'us-east-1', accessKeyId: 'AKIDCOLLECTION', secretAccessKey: 'not-a-secret' }

type BulkLine = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type BulkResult = Readonly<Record<string, Readonly<Record<string, unknown>>>>
interface BulkResponse {
  readonly items: readonly BulkResult[]
}

/** Counts of injected failures, and refused requests; a refusal is a fault of the adapter. */
export interface CollectionRecord {
  readonly refusals: string[]
  readonly counts: { bulks: number; busy: number; partly: number; unanswered: number }
}

const refusalReason = async (request: IncomingMessage, body: string, origin: string): Promise<string | undefined> => {
  const { method = '', url = '', headers } = request
  if (method !== 'POST' || ![`/${COLLECTION_INDEX}/_search`, `/${COLLECTION_INDEX}/_bulk`].includes(url))
    return `${method} ${url} is not served`
  const { authorization = '', 'x-amz-date': datetime, 'x-amz-content-sha256': digest } = headers
  if (digest !== createHash('sha256').update(body).digest('hex'))
    return 'x-amz-content-sha256 is not the digest of the body'
  const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  if (!signed.includes('x-amz-content-sha256')) return 'x-amz-content-sha256 is not signed'
  if (signed.includes('content-length')) return 'content-length is signed'
  const signer = new AwsV4Signer({
    ...CALLER,
    service: 'aoss',
    method,
    url: `${origin}${url}`,
    body,
    datetime: String(datetime),
    headers: { 'x-amz-content-sha256': String(digest), 'content-type': headers['content-type'] ?? '' },
  })
  const expected = (await signer.sign()).headers.get('authorization')
  return authorization === expected ? undefined : 'the signature is wrong'
}

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const ID_REFUSED = { index: { status: 400, error: { type: 'illegal_argument_exception', reason: 'Document ID' } } }
const ITEM_BUSY = { index: { status: 429, error: { type: 'rejected_execution_exception', reason: 'busy' } } }

/** Returns the lines of a bulk request as pairs; a deletion has no second line. */
const bulkActions = (body: string): (readonly BulkLine[])[] => {
  const lines = body.trimEnd().split('\n')
  const pairs: BulkLine[][] = []
  for (let at = 0; at < lines.length; at++) {
    const line: BulkLine = JSON.parse(lines[at] ?? '')
    pairs.push('delete' in line ? [line] : [line, JSON.parse(lines[++at] ?? '{}')])
  }
  return pairs
}

/**
 * Starts a proxy in front of a real OpenSearch that refuses what OpenSearch Serverless refuses: caller-chosen IDs,
 * paths other than search and bulk, and requests without a signature for `aoss` and its digest.
 * Every few requests it is busy, accepts only a part, or executes the request without a response. Writes become visible
 * after the index's refresh interval.
 */
export const startStrictCollection = async (node: string) => {
  const record: CollectionRecord = { refusals: [], counts: { bulks: 0, busy: 0, partly: 0, unanswered: 0 } }
  const forward = async (path: string, type: string, body: string) => {
    const answer = await fetch(`${node}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
    return { status: answer.status, body: await answer.json() }
  }
  const bulk = async (response: ServerResponse, path: string, body: string): Promise<void> => {
    const { counts } = record
    const pairs = bulkActions(body)
    const isWriting = pairs.some(([line]) => line && 'index' in line)
    const bulkNumber = isWriting ? ++counts.bulks : 0
    if (bulkNumber % 5 === 2) {
      counts.busy++
      return json(response, 429, { error: 'busy' })
    }
    const injectedResults: (BulkResult | undefined)[] = pairs.map(([line], i) => {
      const { _id: id } = line?.index ?? {}
      if (id !== undefined) return ID_REFUSED
      return bulkNumber % 3 === 0 && pairs.length > 1 && i === pairs.length - 1 ? ITEM_BUSY : undefined
    })
    if (injectedResults.includes(ID_REFUSED)) record.refusals.push('an ID chosen by the caller')
    if (injectedResults.includes(ITEM_BUSY)) counts.partly++
    const forwardedPairs = pairs.filter((_, i) => injectedResults[i] === undefined)
    const lines = `${forwardedPairs
      .flat()
      .map((line) => JSON.stringify(line))
      .join('\n')}\n`
    const answer = await forward(path, 'application/x-ndjson', lines)
    if (bulkNumber % 7 === 4) {
      counts.unanswered++
      response.destroy()
      return
    }
    const forwardedResults = [...(answer.body as BulkResponse).items]
    json(response, answer.status, {
      errors: true,
      items: injectedResults.map((own) => own ?? forwardedResults.shift()),
    })
  }
  const server = createServer(async (request, response) => {
    const body = await readAll(request)
    const refusedBecause = await refusalReason(request, body, origin)
    if (refusedBecause !== undefined) {
      record.refusals.push(refusedBecause)
      return json(response, refusedBecause.endsWith('served') ? 404 : 403, { error: refusedBecause })
    }
    const { url = '' } = request
    if (url.endsWith('_bulk')) return bulk(response, url, body)
    const answer = await forward(url, 'application/json', body)
    if (answer.status >= 400) record.refusals.push(`a search that OpenSearch refuses: ${JSON.stringify(answer.body)}`)
    json(response, answer.status, answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: origin, record, close: () => new Promise((resolve) => server.close(resolve)) }
}
