import { type Clock, notFound } from '@signet/kernel'
import type { PageViewOptions } from './page-view.ts'
import type { PageDeps } from './read-page.ts'

export interface PageRouteDeps extends PageDeps {
  readonly now: Clock
  /** The program of the page; empty where none was built. */
  readonly program: string
}

/** The refusal for a page that is not there, whatever it is that is not there. */
export const noPage = () => notFound('There is no such trust page')

const DAY_LENGTH = 10

/** Today by the server, and addresses below the one that the reader used. */
export const shownAt = ({ now }: Pick<PageRouteDeps, 'now'>, baseUrl: string): PageViewOptions => ({
  today: now().toISOString().slice(0, DAY_LENGTH),
  address: (path) => `${baseUrl.replace(/\/$/, '')}${path}`,
})
