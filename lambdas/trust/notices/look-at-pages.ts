import { type Log, type RowOf, type RowTable, rowTable, type TableDeps } from '@signet/kernel'
import { MailPutOff } from '@signet/notifications/mail'
import type { slugOwnerRow } from '@signet/notifications/trust-news/slug-rows'
import { dayOf } from '@signet/posture/intakes'
import type { ArtifactReads } from '../bundles/artifact-table.ts'
import { trustPageRow } from '../contract/page-row.ts'
import { eraseSubscribers } from '../subscriptions/erase-subscribers.ts'
import type { PageName } from '../subscriptions/subscription-table.ts'
import { announcedPageOf } from './announced-page.ts'
import type { EditionRow, EditionTable } from './editions.ts'

const RUN_MS = 15 * 60_000

/** How many pages further the next run begins: a prime, so that each page is the first of some run. */
const STRIDE = 7_919

export interface LookDeps extends TableDeps {
  readonly owners: Pick<RowTable<typeof slugOwnerRow>, 'get'>
  readonly artifacts: Pick<ArtifactReads, 'bundle'>
  readonly editions: EditionTable
  readonly tell: (page: PageName, edition: EditionRow) => Promise<number>
  readonly remind: (page: PageName, hash: string) => Promise<number>
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** A run that is cut off by its time has looked at the first: each begins at another page, so that none is always the last. */
const begunElsewhere = <Row>(rows: readonly Row[], now: Date): readonly Row[] => {
  const first = rows.length === 0 ? 0 : (Math.floor(now.getTime() / RUN_MS) * STRIDE) % rows.length
  return [...rows.slice(first), ...rows.slice(0, first)]
}

/**
 * Looks at every trust page: tells subscribers what it shows anew, and owners what goes stale. A page that its organization gave up
 * has no subscribers any more. It may be killed anywhere; the next run goes on.
 */
export const lookAtPages = ({ owners, artifacts, editions, tell, remind, log, ...deps }: LookDeps) => {
  const pages = rowTable(trustPageRow, deps)

  const looked = async ({ org, slug, at }: RowOf<typeof trustPageRow>) => {
    const page = { org, slug }
    const owner = await owners.get({ slug })
    if (owner?.org !== org) {
      await eraseSubscribers(deps, page)
      await pages.remove(page, { at })
      return { told: 0, reminded: 0 }
    }
    const { hash } = owner
    if (hash === undefined) return { told: 0, reminded: 0 }
    const edition = await editions.noted(page, announcedPageOf(hash, await artifacts.bundle(org, hash)))
    // A run each quarter of an hour reads neither the intake nor all subscribers again where nothing can be new of them.
    const today = `${dayOf(deps.now())} ${hash}`
    const isReminded = edition.reminded === today
    const isMailed = edition.edition === (edition.mailed ?? 0)
    const reminded = isReminded ? 0 : await remind(page, hash)
    const mails = isMailed ? 0 : await tell(page, edition)
    if (!isReminded || !isMailed) await editions.done(page, edition, { mailed: edition.edition, reminded: today })
    return { told: mails, reminded }
  }

  return async (): Promise<{ readonly pages: number; readonly told: number; readonly reminded: number }> => {
    const all = begunElsewhere(await pages.all({}), deps.now())
    const sums = { pages: all.length, told: 0, reminded: 0 }
    let isMailOver = false
    for (const row of all) {
      try {
        const { told: mails, reminded } = await looked(row)
        sums.told += mails
        sums.reminded += reminded
      } catch (error) {
        if (!(error instanceof MailPutOff)) log.warn('a trust page could not be looked at', { slug: row.slug, error })
        isMailOver ||= error instanceof MailPutOff
      }
    }
    if (isMailOver) log.info('subscribers of trust pages wait: the stage has sent the mail that it may today')
    log.info('trust pages were looked at', sums)
    return sums
  }
}
