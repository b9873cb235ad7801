import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { type ConsoleSettings, consoleAddress, plainDocument, plainHeaders } from '@signet/ui/pages'
import { getPage } from '../contract/page.ts'

const PAGE = {
  title: 'Signet archive',
  main: `<p>This is the address of an API for exports, search, questions and notebooks.</p>
      <p>This deployment has no console, because the console requires an edge (CDN). To add both, set <code>SIGNET_EDGE=on</code>.</p>`,
}

export const pageRoute = (settings: ConsoleSettings): Route =>
  route(getPage, async () => {
    const location = consoleAddress(settings, '/archive')
    if (location !== undefined) return reply(302, undefined, { location, 'cache-control': 'no-store' })
    return reply(200, plainDocument(PAGE), plainHeaders({}))
  })
