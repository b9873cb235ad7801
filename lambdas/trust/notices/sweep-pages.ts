import { type Log, type RowOf, type RowTable, rowTable, type TableDeps } from '@signet/kernel'
import { MailDelayed } from '@signet/notifications/mail'
import type { slugOwnerRow } from '@signet/notifications/trust-news/slug-rows'
import { dayOf } from '@signet/posture/intakes'
import type { ArtifactReads } from '../bundles/artifact-table.ts'
import { trustPageRow } from '../contract/page-index-row.ts'
import { eraseSubscribers } from '../subscriptions/erase-subscribers.ts'
import type { PageName } from '../subscriptions/subscription-table.ts'
import { announcedPageOf } from './announced-page.ts'
import type { EditionRow, EditionTable } from './editions.ts'

const RUN_MS = 15 * 60_000

/** Distance between the first pages of consecutive runs. It is prime, so that each page is first in some run. */
const ROTATION_STRIDE = 7_919

export interface SweepPagesDeps extends TableDeps {
  readonly owners: Pick<RowTable<typeof slugOwnerRow>, 'get'>
  readonly artifacts: Pick<ArtifactReads, 'listBundle'>
  readonly editions: EditionTable
  readonly notify: (page: PageName, edition: EditionRow) => Promise<number>
  readonly remind: (page: PageName, hash: string) => Promise<number>
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Rotates the pages, so that a run that times out does not always skip the same ones. */
const rotate = <Row>(rows: readonly Row[], now: Date): readonly Row[] => {
  const first = rows.length === 0 ? 0 : (Math.floor(now.getTime() / RUN_MS) * ROTATION_STRIDE) % rows.length
  return [...rows.slice(first), ...rows.slice(0, first)]
}

/**
 * Processes every trust page: notifies subscribers of changes, and owners of evidence about to go stale. Erases the
 * subscribers of a released slug. Safe to interrupt and retry.
 */
export const sweepPages = ({ owners, artifacts, editions, notify, remind, log, ...deps }: SweepPagesDeps) => {
  const pages = rowTable(trustPageRow, deps)

  const processPage = async ({ org, slug, at }: RowOf<typeof trustPageRow>) => {
    const page = { org, slug }
    const owner = await owners.get({ slug })
    if (owner?.org !== org) {
      await eraseSubscribers(deps, page)
      await pages.remove(page, { at })
      return { notified: 0, reminded: 0 }
    }
    const { hash } = owner
    if (hash === undefined) return { notified: 0, reminded: 0 }
    const edition = await editions.record(page, announcedPageOf(hash, await artifacts.listBundle(org, hash)))
    // The sweep runs every 15 minutes: it skips reminders that were checked today and mails of an edition already sent.
    const today = `${dayOf(deps.now())} ${hash}`
    const isReminded = edition.reminded === today
    const isMailed = edition.edition === (edition.mailed ?? 0)
    const reminded = isReminded ? 0 : await remind(page, hash)
    const notified = isMailed ? 0 : await notify(page, edition)
    if (!isReminded || !isMailed) await editions.recordSent(page, edition, { mailed: edition.edition, reminded: today })
    return { notified, reminded }
  }

  return async (): Promise<{ readonly pages: number; readonly notified: number; readonly reminded: number }> => {
    const indexRows = rotate(await pages.all({}), deps.now())
    const totals = { pages: indexRows.length, notified: 0, reminded: 0 }
    let isMailLimitReached = false
    for (const row of indexRows) {
      try {
        const { notified, reminded } = await processPage(row)
        totals.notified += notified
        totals.reminded += reminded
      } catch (error) {
        if (!(error instanceof MailDelayed)) log.warn('trust page not processed', { slug: row.slug, error })
        isMailLimitReached ||= error instanceof MailDelayed
      }
    }
    if (isMailLimitReached) log.info('trust page updates deferred: daily mail limit of the stage reached')
    log.info('trust page sweep finished', totals)
    return totals
  }
}
