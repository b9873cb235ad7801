import { type Clock, notFound } from '@signet/kernel'
import type { PageViewOptions } from './page-view.ts'
import type { PageDeps } from './read-page.ts'

export interface PageRouteDeps extends PageDeps {
  readonly now: Clock
  readonly program: string
}

export const trustPageNotFound = () => notFound('The trust page does not exist')

const DAY_LENGTH = 10

export const viewOptionsOf = ({ now }: Pick<PageRouteDeps, 'now'>, baseUrl: string): PageViewOptions => ({
  today: now().toISOString().slice(0, DAY_LENGTH),
  urlOf: (path) => `${baseUrl.replace(/\/$/, '')}${path}`,
})
