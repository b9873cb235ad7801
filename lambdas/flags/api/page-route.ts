import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { type ConsoleSettings, consoleAddress, plainDocument, plainHeaders } from '@signet/ui/pages'
import { getPage } from '../contract/page.ts'

const PAGE = {
  title: 'Signet feature flags',
  main: `<p>This address serves the feature flags API: flags, canaries, metrics and the audit log.</p>
    <p>This deployment does not include the console. Deploy with <code>SIGNET_EDGE=on</code> to add it.</p>`,
}

export const pageRoute = (settings: ConsoleSettings): Route =>
  route(getPage, async () => {
    const location = consoleAddress(settings, '/flags')
    if (location !== undefined) return reply(302, undefined, { location, 'cache-control': 'no-store' })
    return reply(200, plainDocument(PAGE), plainHeaders({}))
  })
