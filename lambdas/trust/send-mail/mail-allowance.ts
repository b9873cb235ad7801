import { rowTable, type SecretSource, type TableDeps, transact } from '@signet/kernel'
import { PROOF_MAILS_A_DAY } from '../contract/request-forms.ts'
import { requestMailsRow } from '../contract/request-rows.ts'
import { mailDigest } from '../requests/request-digests.ts'

/**
 * Mails that an address may have in a day, by their kind. Whoever types the address of somebody else uses up proofs or news: what an
 * owner decides is counted apart, so that nobody keeps it from whom it is for.
 */
const MAILS_A_DAY = { proof: PROOF_MAILS_A_DAY, news: 3, decision: 20 } as const

export type MailKind = keyof typeof MAILS_A_DAY

export interface CountedMail {
  readonly org: string
  readonly kind: MailKind
  readonly mail: string
  readonly event: string
}

/**
 * Whether an address may have the mail of an event today. An event that comes again has its place already. The count is by UTC day and
 * organisation, and exact however many come at once.
 */
export type MailAllowance = (counted: CountedMail) => Promise<boolean>

/** Counts over the one table. */
export const mailAllowance =
  (deps: TableDeps & { readonly pepper: SecretSource }): MailAllowance =>
  async ({ org, kind, mail, event }) => {
    const rows = rowTable(requestMailsRow, deps)
    const day = deps.now().toISOString().slice(0, 10)
    const address = mailDigest(await deps.pepper(), org, kind, mail)
    return transact<boolean>(deps, async () => {
      const before = await rows.get({ org, day, address })
      const events = before?.events ?? []
      if (events.includes(event)) return { result: true }
      if (events.length >= MAILS_A_DAY[kind]) return { result: false }
      const after = { events: [...events, event], count: events.length + 1 }
      const step = before
        ? rows.steps.replace({ org, day, address }, after, { count: before.count })
        : rows.steps.putNew({ org, day, address }, after)
      return { steps: [step], result: true }
    })
  }
