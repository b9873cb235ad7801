import type { Check, FileVerdict } from '@signet/receipts'
import { timeText } from '@signet/ui/dates'

export interface CheckRow extends Check {
  readonly name: string
}

type VerdictChecks = Pick<FileVerdict, 'checks' | 'log'>

const NO_WITNESS = 'No witness key provided'
const UNSEEN = 'Not yet confirmed by a witness whose key was provided'

/** The format has one check for inclusion and witness; people see two rows. */
const inclusionOf = ({ checks: { log }, log: place }: VerdictChecks): Check => {
  if (!place) return log
  const { origin, size } = place.checkpoint
  return { status: 'pass', detail: `Entry ${place.index} of ${size} in the log ${origin}` }
}

interface Witnesses {
  readonly hasKey: boolean
  readonly byFile: VerdictChecks | undefined
}

const seenBy = (place: NonNullable<VerdictChecks['log']>): string =>
  place.cosignatures
    .map(({ name, at }) => `${name} confirmed the log entry on ${timeText(at.toISOString())}`)
    .join('; ')

const witnessOf = ({ checks: { log }, log: place }: VerdictChecks, { byFile, hasKey }: Witnesses): Check => {
  if (!place) return { status: 'skipped', detail: 'No log entry that a witness could have confirmed' }
  if (place.cosignatures.length > 0) return { status: 'pass', detail: seenBy(place) }
  if (log.status === 'fail') return log
  if (hasKey) return { status: 'pending', detail: UNSEEN }
  if (byFile?.log && byFile.log.cosignatures.length > 0)
    return { status: 'pass', detail: `${seenBy(byFile.log)}; its key is from the file` }
  return { status: 'skipped', detail: NO_WITNESS }
}

export const rowsOf = (verdict: VerdictChecks, witnesses: Witnesses): readonly CheckRow[] => {
  const { payload, signature, key, chain, claims, subject } = verdict.checks
  return [
    { name: 'Payload', ...payload },
    { name: 'Signature', ...signature },
    { name: 'Key validity', ...key },
    { name: 'Chain', ...chain },
    { name: 'Log inclusion', ...inclusionOf(verdict) },
    { name: 'Witness', ...witnessOf(verdict, witnesses) },
    { name: 'Claims', ...claims },
    { name: 'Subject', ...(subject ?? { status: 'skipped', detail: 'The described file was not provided' }) },
  ]
}
