import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { escaped, pathAt, plainDocument, plainHeaders } from '@signet/ui/pages'
import { getDashboard, getHome } from '../contract/pages.ts'

const homePage = (baseUrl: string) => ({
  title: 'Signet platform',
  main: `<p>This is the address of an API: identity, keys, usage and billing, below <code>/api/</code>.</p>
    <p>The console for people comes with the edge, which this deployment does not have: set <code>SIGNET_EDGE=on</code> to get it.</p>
    <p><a href="${escaped(pathAt(baseUrl, '/login'))}">Sign in</a> all the same: a session is good for the API.</p>`,
})

export const pageRoutes = (): Route[] => [
  route(getHome, async ({ baseUrl }) => reply(200, plainDocument(homePage(baseUrl)), plainHeaders({}))),
  route(getDashboard, async ({ baseUrl, query: { checkout } }) => {
    // Payments that were begun before come back to it.
    const path = checkout === undefined ? '/' : `/billing?${new URLSearchParams({ checkout })}`
    return reply(302, undefined, { location: pathAt(baseUrl, path), 'cache-control': 'no-store' })
  }),
]
