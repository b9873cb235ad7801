import { tokenDigest } from '@signet/identity'
import { rowTable, type SecretSource, type TableDeps, transact } from '@signet/kernel'
import { requestMailsRow } from '../trust-requests/request-rows.ts'
import { DAILY_MAIL_LIMITS, type MailKind } from './mail-limits.ts'

export interface CountedMail {
  readonly org: string
  readonly kind: MailKind
  readonly mail: string
  readonly event: string
}

/**
 * Returns true if an address may receive the mail of an event today. A redelivered event counts once. The count is per
 * UTC day and organization, and exact under concurrency.
 */
export type MailAllowance = (counted: CountedMail) => Promise<boolean>

/** Returns the stored form of an address: a keyed digest, so that addresses cannot be found by trying. */
const addressDigest = (pepper: string, { org, kind, mail }: CountedMail): string =>
  tokenDigest(pepper, 'trust-mail', JSON.stringify([org, kind, mail])).slice(0, 32)

export const mailAllowance =
  (deps: TableDeps & { readonly pepper: SecretSource }): MailAllowance =>
  async (counted) => {
    const rows = rowTable(requestMailsRow, deps)
    const { org, kind, event } = counted
    const day = deps.now().toISOString().slice(0, 10)
    const address = addressDigest(await deps.pepper(), counted)
    return transact<boolean>(deps, async () => {
      const stored = await rows.get({ org, day, address })
      const events = stored?.events ?? []
      if (events.includes(event)) return { result: true }
      if (events.length >= DAILY_MAIL_LIMITS[kind]) return { result: false }
      const after = { events: [...events, event], count: events.length + 1 }
      const step = stored
        ? rows.steps.replace({ org, day, address }, after, { count: stored.count })
        : rows.steps.putNew({ org, day, address }, after)
      return { steps: [step], result: true }
    })
  }
