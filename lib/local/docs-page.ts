import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { escaped } from '@signet/pages'
import type { Answer } from './gateway-response.ts'

/** The OpenAPI document of a documentation page; its servers are replaced by the address it is read at. */
export interface ApiDocument {
  readonly info?: { readonly title?: string }
}

/** The documents of an API. */
export interface ApiDocuments {
  readonly openApi: ApiDocument
  /** AsyncAPI documents of its events, by contract. */
  readonly events?: Readonly<Record<string, object>> | undefined
}

/** The documents of an API; undefined when it has none. Asked for once, on the first request for its pages. */
export type DocumentSource = () => Promise<ApiDocuments | undefined>

export interface DocsRequest {
  readonly method: string
  readonly path: string
  /** Of the Host header, so that the page calls the origin it came from: localhost is another one than 127.0.0.1. */
  readonly host: string
  readonly ifNoneMatch?: string | undefined
}

/** Files of swagger-ui-dist that the page loads; nothing else of the package is served. */
const viewerFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
  'favicon-16x16.png': 'image/png',
}

/**
 * The page fetches from its own origin only. Styles may be inline: the viewer sets style attributes; images may be
 * data (icons of its style sheet) or blobs (an image that was answered).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Links to the documents of the events; the viewer shows requests only. */
const eventLinks = (events: readonly string[]): string => {
  if (events.length === 0) return ''
  const links = events.map((name) => `<a href="/docs/${name}.asyncapi.json">${escaped(name)}</a>`)
  return `
    <nav aria-label="Events" style="font: 14px sans-serif; padding: 12px 20px">Events (AsyncAPI): ${links.join(' · ')}</nav>`
}

const page = (title: string, events: readonly string[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" type="image/png" sizes="32x32" href="/docs/favicon-32x32.png">
    <link rel="icon" type="image/png" sizes="16x16" href="/docs/favicon-16x16.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>${eventLinks(events)}
    <div id="viewer"></div>
    <noscript>The document itself: <a href="/docs/openapi.json">/docs/openapi.json</a></noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/** A file of its own, because the policy lets no inline script run. No validator: it would be asked at its vendor's. */
const startScript = `SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
})
`

const viewerFolder = (): string => dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

interface Content {
  readonly type: string
  readonly body: Buffer
}

const json = (value: unknown): Content => ({
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value, null, 2)),
})

const contentOf = async (name: string, documents: ApiDocuments, host: string): Promise<Content | undefined> => {
  const { openApi, events = {} } = documents
  const text = (type: string, body: string): Content => ({ type: `${type}; charset=utf-8`, body: Buffer.from(body) })
  if (name === '') return text('text/html', page(openApi.info?.title ?? 'API', Object.keys(events)))
  if (name === 'start.js') return text('text/javascript', startScript)
  if (name === 'openapi.json') {
    return json({ ...openApi, servers: [{ url: `http://${host}`, description: 'This runner' }] })
  }
  const [, contract] = name.match(/^([\w-]+)\.asyncapi\.json$/) ?? []
  if (contract !== undefined) return Object.hasOwn(events, contract) ? json(events[contract]) : undefined
  const type = Object.hasOwn(viewerFiles, name) ? viewerFiles[name] : undefined
  return type === undefined ? undefined : { type, body: await readFile(join(viewerFolder(), name)) }
}

const answerOf = ({ type, body }: Content, ifNoneMatch: string | undefined): Answer => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const held = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  const headers = [
    ['ETag', etag],
    ['Cache-Control', 'no-cache'],
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
  ] as const
  if (held.includes(etag) || held.includes('*')) return { status: 304, headers, body: Buffer.alloc(0) }
  return { status: 200, headers: [...headers, ['Content-Type', type]], body }
}

/**
 * The documentation of one API: `GET /docs` is Swagger UI on `/docs/openapi.json`, with links to the documents of its events,
 * `/docs/<contract>.asyncapi.json`; all of it served from this machine. Answers undefined for any other request, and for
 * every request when the API has no documents.
 */
export const docsPages = (source: DocumentSource): ((request: DocsRequest) => Promise<Answer | undefined>) => {
  let kept: Promise<ApiDocuments | undefined> | undefined
  const documentsOnce = (): Promise<ApiDocuments | undefined> => {
    kept ??= source().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
  return async ({ method, path, host, ifNoneMatch }) => {
    const name = path.match(/^\/docs(?:\/([\w.-]*))?$/)
    if (!name || (method !== 'GET' && method !== 'HEAD')) return undefined
    const documents = await documentsOnce()
    const content = documents && (await contentOf(name[1] ?? '', documents, host))
    return content && answerOf(content, ifNoneMatch)
  }
}
