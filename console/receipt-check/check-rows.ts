import type { Check, FileVerdict } from '@signet/receipts'
import { timeText } from '@signet/ui/dates'

export interface CheckRow extends Check {
  readonly name: string
}

type VerdictChecks = Pick<FileVerdict, 'checks' | 'log'>

const NO_WITNESS = 'No witness key provided'
const NOT_CONFIRMED = 'Not yet confirmed by a witness whose key was provided'

/** Returns the inclusion part of the log check. The page shows inclusion and witness as two rows. */
const inclusionOf = ({ checks: { log }, log: logEntry }: VerdictChecks): Check => {
  if (!logEntry) return log
  const { origin, size } = logEntry.checkpoint
  return { status: 'pass', detail: `Index ${logEntry.index} (from 0) of ${size} entries in the log ${origin}` }
}

interface Witnesses {
  readonly hasKey: boolean
  readonly withFileKeys: VerdictChecks | undefined
}

const cosignatureText = (logEntry: NonNullable<VerdictChecks['log']>): string =>
  logEntry.cosignatures
    .map(({ name, at }) => `${name} confirmed the log entry on ${timeText(at.toISOString())}`)
    .join('; ')

const witnessOf = ({ checks: { log }, log: logEntry }: VerdictChecks, { withFileKeys, hasKey }: Witnesses): Check => {
  if (!logEntry) return { status: 'skipped', detail: 'No log entry that a witness could have confirmed' }
  if (logEntry.cosignatures.length > 0) return { status: 'pass', detail: cosignatureText(logEntry) }
  if (log.status === 'fail') return log
  if (hasKey) return { status: 'pending', detail: NOT_CONFIRMED }
  if (withFileKeys?.log && withFileKeys.log.cosignatures.length > 0)
    return { status: 'pass', detail: `${cosignatureText(withFileKeys.log)}; its key is from the file` }
  return { status: 'skipped', detail: NO_WITNESS }
}

export const rowsOf = (verdict: VerdictChecks, witnesses: Witnesses): readonly CheckRow[] => {
  const { payload, signature, key, chain, claims, subject } = verdict.checks
  return [
    { name: 'Content', ...payload },
    { name: 'Signature', ...signature },
    { name: 'Key validity', ...key },
    { name: 'Previous receipt', ...chain },
    { name: 'Log inclusion', ...inclusionOf(verdict) },
    { name: 'Witness', ...witnessOf(verdict, witnesses) },
    { name: 'Claims', ...claims },
    { name: 'Subject', ...(subject ?? { status: 'skipped', detail: 'The described file was not provided' }) },
  ]
}
