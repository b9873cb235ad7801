import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { isCurrent } from '@signet/kernel/bucket'
import { pathAt } from '@signet/ui/pages'
import { readTrustPage, readTrustPageAt, readTrustProgram } from '../contract/pages.ts'
import { type PageRouteDeps, trustPageNotFound, viewOptionsOf } from '../views/page-request.ts'
import { type PageViewOptions, pageView, pathOf } from '../views/page-view.ts'
import { pageReader } from '../views/read-by-slug.ts'
import { earlierPageState, type PageContent, readPage } from '../views/read-page.ts'
import { pageStateOf } from '../views/slug-state.ts'
import { type PageFrame, pageDocument, pageHeaders, programName } from './page-document.ts'

/** Cache lifetime of a page in seconds. */
const CACHE_SECONDS = 60

/**
 * Cache headers of a page. The ETag covers the whole text, because freshness changes daily and the receipt can be
 * withdrawn.
 */
const cacheHeaders = (text: string) => ({
  etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`,
  'cache-control': `public, max-age=${CACHE_SECONDS}`,
  'x-content-type-options': 'nosniff',
})

/** Returns whether the client has this copy (RFC 9110 13.1.2). */
const hasCopy = (ifNoneMatch: string | undefined, etag: string): boolean =>
  isCurrent({ ifNoneMatch }, { etag, lastModified: undefined })

const JSON_SUFFIX = '.json'

const splitJsonSuffix = (name: string): { readonly name: string; readonly isJson: boolean } =>
  name.endsWith(JSON_SUFFIX) ? { name: name.slice(0, -JSON_SUFFIX.length), isJson: true } : { name, isJson: false }

const frameOf = (program: string, page: PageContent, viewOptions: PageViewOptions, baseUrl: string): PageFrame => ({
  accent: page.settings?.accent,
  path: (path) => pathAt(baseUrl, path),
  url: viewOptions.urlOf(pathOf(page)),
  program: program === '' ? undefined : viewOptions.urlOf(`/trust/assets/program/${programName(program)}`),
})

interface PageRequest {
  readonly isJson: boolean
  readonly baseUrl: string
  readonly ifNoneMatch: string | undefined
  readonly isPreview?: boolean
}

const pageReply = (deps: PageRouteDeps, pageRead: PageContent, request: PageRequest) => {
  const { isJson, baseUrl, ifNoneMatch, isPreview = false } = request
  const viewOptions = viewOptionsOf(deps, baseUrl)
  if (isJson) {
    const view = pageView(pageRead, viewOptions)
    const headers = cacheHeaders(JSON.stringify(view))
    return hasCopy(ifNoneMatch, headers.etag) ? reply(304, undefined, headers) : reply(200, view, headers)
  }
  const frame = frameOf(isPreview ? '' : deps.program, pageRead, viewOptions, baseUrl)
  const html = pageDocument(pageView(pageRead, { ...viewOptions, urlOf: frame.path }), frame)
  const headers = cacheHeaders(html)
  if (hasCopy(ifNoneMatch, headers.etag)) return reply(304, undefined, headers)
  return reply(200, Readable.from([html]), { ...pageHeaders(frame), ...headers })
}

const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'

export const pageRoutes = (deps: PageRouteDeps): Route[] => {
  const readBySlug = pageReader(deps)
  const readBySlugState = readPage(deps)
  return [
    route(readTrustPage, async ({ params, query, headers, baseUrl }) => {
      const { name, isJson } = splitJsonSuffix(params.slug)
      const lowerName = name.toLowerCase()
      if (name !== lowerName) {
        const location = pathAt(baseUrl, `/trust/${lowerName}${isJson ? JSON_SUFFIX : ''}`)
        return (await pageStateOf(deps, name)) === undefined ? trustPageNotFound() : reply(308, undefined, { location })
      }
      const page = await readBySlug(name)
      if (page === undefined) return trustPageNotFound()
      const isPreview = query.preview !== undefined
      return pageReply(deps, page, { isJson, baseUrl, ifNoneMatch: headers['if-none-match'], isPreview })
    }),
    route(readTrustPageAt, async ({ params, headers, baseUrl }) => {
      const { name: hash, isJson } = splitJsonSuffix(params.hash)
      const slugState = await earlierPageState(deps, params.slug, hash)
      return slugState === undefined
        ? trustPageNotFound()
        : pageReply(deps, await readBySlugState(slugState), { isJson, baseUrl, ifNoneMatch: headers['if-none-match'] })
    }),
    route(readTrustProgram, async ({ params: { file } }) => {
      const { program } = deps
      if (program === '' || file !== programName(program)) return notFound('The file does not exist')
      return reply(200, program, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': IMMUTABLE_CACHE,
        'x-content-type-options': 'nosniff',
      })
    }),
  ]
}
