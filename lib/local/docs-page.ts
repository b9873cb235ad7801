import { createHash } from 'node:crypto'
import { escapeHtml, plainDocument, plainHeaders } from '@signet/ui/pages'
import type { HttpResponse } from './gateway-response.ts'

export interface ApiDocuments {
  /** Its servers are replaced by the URL at which it is served. */
  readonly openApi: { readonly info?: { readonly title?: string } }
  readonly events?: Readonly<Record<string, object>> | undefined
}

/** Loads the documents of an API; undefined if it has none. Called once, at the first request for its pages. */
export type DocumentSource = () => Promise<ApiDocuments | undefined>

export interface DocsRequest {
  readonly method: string
  readonly path: string
  /** From the Host header, so that the page calls its own origin: localhost and 127.0.0.1 are different origins. */
  readonly host: string
  readonly ifNoneMatch?: string | undefined
  readonly consoleUrl?: string | undefined
}

const page = (title: string, events: readonly string[], consoleUrl: string | undefined): string => {
  const files = ['openapi.json', ...events.map((name) => `${name}.asyncapi.json`)]
  const links = files.map((name) => `<li><a href="/docs/${escapeHtml(name)}">${escapeHtml(name)}</a></li>`)
  const consoleLink =
    consoleUrl === undefined ? '' : `<p><a class="button" href="${escapeHtml(consoleUrl)}">Open in the console</a></p>`
  return plainDocument({ title, main: `${consoleLink}<ul>${links.join('')}</ul>` })
}

interface Content {
  readonly type: string
  readonly body: Buffer
}

const json = (value: unknown): Content => ({
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value, null, 2)),
})

const contentOf = (
  name: string,
  documents: ApiDocuments,
  { host, consoleUrl }: Pick<DocsRequest, 'host' | 'consoleUrl'>,
): Content | undefined => {
  const { openApi, events = {} } = documents
  const text = (type: string, body: string): Content => ({ type: `${type}; charset=utf-8`, body: Buffer.from(body) })
  if (name === '') return text('text/html', page(openApi.info?.title ?? 'API', Object.keys(events), consoleUrl))
  if (name === 'openapi.json') {
    return json({ ...openApi, servers: [{ url: `http://${host}`, description: 'This machine' }] })
  }
  const [, contract] = name.match(/^([\w-]+)\.asyncapi\.json$/) ?? []
  return contract !== undefined && Object.hasOwn(events, contract) ? json(events[contract]) : undefined
}

const responseOf = ({ type, body }: Content, ifNoneMatch: string | undefined): HttpResponse => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const clientTags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  const headers = [
    ['ETag', etag],
    ['Cache-Control', 'no-cache'],
    ['Content-Security-Policy', plainHeaders({})['content-security-policy'] ?? ''],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
  ] as const
  if (clientTags.includes(etag) || clientTags.includes('*')) return { status: 304, headers, body: Buffer.alloc(0) }
  return { status: 200, headers: [...headers, ['Content-Type', type]], body }
}

/**
 * Serves the documents of one API. `GET /docs` links to them, to `/docs/openapi.json`, to
 * `/docs/<contract>.asyncapi.json`, and to the console, which displays them. Returns undefined for any other request,
 * and if the API has no documents.
 */
export const docsPages = (source: DocumentSource): ((request: DocsRequest) => Promise<HttpResponse | undefined>) => {
  let loading: Promise<ApiDocuments | undefined> | undefined
  const documentsOnce = (): Promise<ApiDocuments | undefined> => {
    loading ??= source().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return async ({ method, path, host, ifNoneMatch, consoleUrl }) => {
    const name = path.match(/^\/docs(?:\/([\w.-]*))?$/)
    if (!name || (method !== 'GET' && method !== 'HEAD')) return undefined
    const documents = await documentsOnce()
    const content = documents && contentOf(name[1] ?? '', documents, { host, consoleUrl })
    return content && responseOf(content, ifNoneMatch)
  }
}
