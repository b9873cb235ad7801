import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { escapeHtml, pathAt, plainDocument, plainHeaders } from '@signet/ui/pages'
import { getDashboard, getHome } from '../contract/pages.ts'

const homePage = (baseUrl: string) => ({
  title: 'Signet platform',
  main: `<p>This address serves an API for identity, API keys, usage and billing under <code>/api/</code>.</p>
      <p>This deployment has no console, because the console requires an edge (CDN). To add both, set <code>SIGNET_EDGE=on</code>.</p>
      <p>You can still <a href="${escapeHtml(pathAt(baseUrl, '/login'))}">sign in</a>: the session works for the API.</p>`,
})

export const pageRoutes = (): Route[] => [
  route(getHome, async ({ baseUrl }) => reply(200, plainDocument(homePage(baseUrl)), plainHeaders({}))),
  route(getDashboard, async ({ baseUrl, query: { checkout } }) => {
    // Payments that started on the former dashboard return to this address.
    const path = checkout === undefined ? '/' : `/billing?${new URLSearchParams({ checkout })}`
    return reply(302, undefined, { location: pathAt(baseUrl, path), 'cache-control': 'no-store' })
  }),
]
