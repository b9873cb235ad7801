import { CHECK_LABELS, CHECK_QUESTIONS, type Check, type CheckName, type FileVerdict } from '@signet/receipts'
import { timeText } from '@signet/ui/dates'

export interface CheckRow extends Check {
  readonly name: string
  /** The question that the check answers. */
  readonly question: string
}

type VerdictChecks = Pick<FileVerdict, 'checks' | 'log'>

const WITNESS_QUESTION = 'Did a witness, a separate program that watches the log for changes, confirm the log entry?'
const NO_SUBJECT: Check = { status: 'skipped', detail: 'The described file was not provided' }
const NO_WITNESS = 'Not required, because no witness key was provided'
const NOT_CONFIRMED = 'No known witness has confirmed the log entry. Confirmation usually takes a few minutes'

/** Returns the inclusion part of the log check. The page shows inclusion and witness as two rows. */
const inclusionOf = ({ checks: { log }, log: logEntry }: VerdictChecks): Check => {
  if (!logEntry) return log
  const { origin, size } = logEntry.checkpoint
  return { status: 'pass', detail: `Entry ${logEntry.index + 1} of ${size} in the log ${origin}` }
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
  const rowOf = (name: CheckName, check: Check): CheckRow => ({
    name: CHECK_LABELS[name],
    question: CHECK_QUESTIONS[name],
    ...check,
  })
  return [
    rowOf('payload', payload),
    rowOf('signature', signature),
    rowOf('key', key),
    rowOf('chain', chain),
    rowOf('log', inclusionOf(verdict)),
    { name: 'Witness', question: WITNESS_QUESTION, ...witnessOf(verdict, witnesses) },
    rowOf('claims', claims),
    rowOf('subject', subject ?? NO_SUBJECT),
  ]
}
