import { type NewId, type SecretSource, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { OPEN_REQUESTS_MAX } from '../contract/requests.ts'
import { formDigest } from './request-digests.ts'
import { formSubmittedEvent } from './request-events.ts'
import type { RequestTables, SubmittedFormRow } from './request-table.ts'
import type { RequestTerms, TermsTable } from './terms-table.ts'
import type { VisitedArtifact } from './visited-artifact.ts'

export interface AskDeps extends TableDeps {
  readonly tables: RequestTables
  readonly terms: Pick<TermsTable, 'keep'>
  readonly outbox: Outbox
  readonly pepper: SecretSource
  readonly newId: NewId
}

/** What a visitor typed, once it is without faults. */
export interface VisitorInput {
  readonly name: string
  readonly company: string
  readonly mail: string
}

/**
 * Takes a form: what was typed, and the event that has a link sent to its address. The same again is the same form, and another mail.
 * Whether a request of the address stands already is asked by whoever sends the mail, so that the answer takes the same time.
 *
 * @returns `full` where too many wait for the owner
 */
export const askRequest =
  (deps: AskDeps) =>
  async (
    visited: VisitedArtifact,
    terms: RequestTerms,
    typed: VisitorInput,
    base_url: string,
  ): Promise<'taken' | 'full'> => {
    const { tables, outbox, newId, now } = deps
    const { org, slug, artifact } = visited
    const pepper = await deps.pepper()
    const { receipt_hash, artifact_slug, display_name: artifact_name, created_at: artifact_since } = artifact
    const of = { receipt_hash, artifact_slug, artifact_name, artifact_since }
    const form = { slug, ...of, ...typed, terms_sha256: terms.sha256 }
    if ((await tables.open.all({ org })).length >= OPEN_REQUESTS_MAX) return 'full'
    await deps.terms.keep(org, terms)
    const digest = formDigest(pepper, org, form)
    const events = await transact(deps, async () => {
      const time = now()
      const earlier = await tables.asked.get({ org, digest })
      const row: SubmittedFormRow = {
        id: earlier?.id ?? newId(),
        ...form,
        terms_title: terms.title,
        organisation: visited.organisation,
        asked_at: earlier?.asked_at ?? time.toISOString(),
        base_url,
      }
      const asked = [formSubmittedEvent(org, digest, row, time)]
      const kept = earlier
        ? tables.asked.steps.replace({ org, digest }, row, { id: earlier.id })
        : tables.asked.steps.putNew({ org, digest }, row)
      return { steps: [kept, ...outbox.steps(asked)], result: asked }
    })
    await outbox.publish(events)
    return 'taken'
  }
