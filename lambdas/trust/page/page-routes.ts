import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { isCurrent } from '@signet/kernel/bucket'
import { pathAt } from '@signet/ui/pages'
import { readTrustPage, readTrustPageAt, readTrustProgram } from '../contract/pages.ts'
import { noPage, type PageRouteDeps, shownAt } from '../views/page-request.ts'
import { type PageViewOptions, pageView, pathOf } from '../views/page-view.ts'
import { pagesBySlug } from '../views/read-by-slug.ts'
import { earlierPageState, type PageRead, readPage } from '../views/read-page.ts'
import { pageStateOf } from '../views/slug-state.ts'
import { type PageFrame, pageDocument, pageHeaders, programName } from './page-document.ts'

/** Cache lifetime of a page in seconds. */
const SECONDS = 60

/**
 * Cache headers of a page. The ETag covers the whole text, because freshness changes daily and the receipt can be
 * withdrawn.
 */
const copyHeaders = (text: string) => ({
  etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`,
  'cache-control': `public, max-age=${SECONDS}`,
  'x-content-type-options': 'nosniff',
})

/** Returns whether the client has this copy (RFC 9110 13.1.2). */
const hasCopy = (ifNoneMatch: string | undefined, etag: string): boolean =>
  isCurrent({ ifNoneMatch }, { etag, lastModified: undefined })

const JSON_ENDING = '.json'

const formOf = (name: string): { readonly name: string; readonly isJson: boolean } =>
  name.endsWith(JSON_ENDING) ? { name: name.slice(0, -JSON_ENDING.length), isJson: true } : { name, isJson: false }

const frameOf = (program: string, read: PageRead, shown: PageViewOptions, baseUrl: string): PageFrame => ({
  accent: read.settings?.accent,
  path: (path) => pathAt(baseUrl, path),
  url: shown.address(pathOf(read)),
  program: program === '' ? undefined : shown.address(`/trust/assets/program/${programName(program)}`),
})

interface PageRequest {
  readonly isJson: boolean
  readonly baseUrl: string
  readonly ifNoneMatch: string | undefined
  readonly isPreview?: boolean
}

const pageReply = (deps: PageRouteDeps, pageRead: PageRead, request: PageRequest) => {
  const { isJson, baseUrl, ifNoneMatch, isPreview = false } = request
  const viewOptions = shownAt(deps, baseUrl)
  if (isJson) {
    const view = pageView(pageRead, viewOptions)
    const headers = copyHeaders(JSON.stringify(view))
    return hasCopy(ifNoneMatch, headers.etag) ? reply(304, undefined, headers) : reply(200, view, headers)
  }
  const frame = frameOf(isPreview ? '' : deps.program, pageRead, viewOptions, baseUrl)
  const html = pageDocument(pageView(pageRead, { ...viewOptions, address: frame.path }), frame)
  const headers = copyHeaders(html)
  if (hasCopy(ifNoneMatch, headers.etag)) return reply(304, undefined, headers)
  return reply(200, Readable.from([html]), { ...pageHeaders(frame), ...headers })
}

const FOR_EVER = 'public, max-age=31536000, immutable'

export const pageRoutes = (deps: PageRouteDeps): Route[] => {
  const readBySlug = pagesBySlug(deps)
  const readPlace = readPage(deps)
  return [
    route(readTrustPage, async ({ params, query, headers, baseUrl }) => {
      const { name, isJson } = formOf(params.slug)
      const lower = name.toLowerCase()
      if (name !== lower) {
        const location = pathAt(baseUrl, `/trust/${lower}${isJson ? JSON_ENDING : ''}`)
        return (await pageStateOf(deps, name)) === undefined ? noPage() : reply(308, undefined, { location })
      }
      const read = await readBySlug(name)
      if (read === undefined) return noPage()
      const isPreview = query.preview !== undefined
      return pageReply(deps, read, { isJson, baseUrl, ifNoneMatch: headers['if-none-match'], isPreview })
    }),
    route(readTrustPageAt, async ({ params, headers, baseUrl }) => {
      const { name: hash, isJson } = formOf(params.hash)
      const place = await earlierPageState(deps, params.slug, hash)
      return place === undefined
        ? noPage()
        : pageReply(deps, await readPlace(place), { isJson, baseUrl, ifNoneMatch: headers['if-none-match'] })
    }),
    route(readTrustProgram, async ({ params: { file } }) => {
      const { program } = deps
      if (program === '' || file !== programName(program)) return notFound('The file does not exist')
      return reply(200, program, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': FOR_EVER,
        'x-content-type-options': 'nosniff',
      })
    }),
  ]
}
