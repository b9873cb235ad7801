import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { programDocument, programHeaders, signInAddress } from '@signet/pages'
import { getPage } from '../contract/page.ts'

export interface PageDeps {
  /** Base address of the platform, where people sign in; `none` where the deployment has none. */
  readonly platformUrl: string
}

/** The page for people. It is loaded when somebody asks for it: programs, who ask for flags, do not wait for it. */
export const pageRoute = ({ platformUrl }: PageDeps): Route =>
  route(getPage, async () => {
    const { flagsPage } = await import('./flags-page.ts')
    const page = flagsPage(signInAddress(platformUrl))
    return reply(200, programDocument(page), programHeaders(page))
  })
