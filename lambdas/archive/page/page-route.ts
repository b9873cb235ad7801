import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { programDocument, programHeaders, signInAddress } from '@signet/pages'
import { getPage } from '../contract/page.ts'

export interface PageDeps {
  /** Base address of the platform, where people sign in; `none` where the deployment has none. */
  readonly platformUrl: string
  /** Where parts of files are sent to. */
  readonly bucketUrl: string
}

/** The page for people. It is loaded when somebody asks for it: programs do not wait for it. */
export const pageRoute = ({ platformUrl, bucketUrl }: PageDeps): Route =>
  route(getPage, async () => {
    const { archivePage } = await import('./archive-page.ts')
    const page = archivePage({ signIn: signInAddress(platformUrl), origins: [new URL(bucketUrl).origin] })
    return reply(200, programDocument(page), programHeaders(page))
  })
