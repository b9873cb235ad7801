import { requireDay } from './days.ts'
import { CERTIFICATIONS } from './intake-values.ts'
import type { Intake } from './schemas.ts'

/** An invalid field of an intake, such as `incidentHistory.0.date`. */
export interface IntakeFault {
  readonly field: string
  readonly message: string
}

/** Days of an intake that must not be in the future. ISO dates sort as text. */
const pastDays = ({ companyProfile, incidentHistory, certifications }: Intake): (readonly [string, string])[] => [
  ['companyProfile.foundingDate', companyProfile.foundingDate],
  ...incidentHistory.map(({ date }, nth) => [`incidentHistory.${nth}.date`, date] as const),
  ...CERTIFICATIONS.flatMap((name) => {
    const { lastAudit } = certifications[name]
    return lastAudit === undefined ? [] : [[`certifications.${name}.lastAudit`, lastAudit] as const]
  }),
]

/** Paths of texts with a lone surrogate: JSON permits it, but it has no UTF-8 bytes that a digest could cover. */
const illFormedPaths = (value: unknown, field: string): string[] => {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [field]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) =>
    illFormedPaths(child, field === '' ? name : `${field}.${name}`),
  )
}

/**
 * Control characters, line ends and characters that change the text direction. A page could not display such a text
 * exactly as it was signed.
 */
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

const publicTexts = ({ companyProfile, subprocessors }: Intake): (readonly [string, string])[] => [
  ['companyProfile.name', companyProfile.name],
  ...subprocessors.flatMap((each, nth) =>
    (['name', 'purpose', 'jurisdiction'] as const).map((name) => [`subprocessors.${nth}.${name}`, each[name]] as const),
  ),
]

/**
 * Faults for which an intake of valid shape is refused without a verdict (400): a class in addition to `none`, future
 * days, negative days, lone surrogates, public text that is not one line. Empty for an intake that `judgeIntake`
 * accepts.
 * @param asOf the server's date, YYYY-MM-DD
 * @throws RangeError for an invalid date
 */
export const intakeFaults = (intake: Intake, asOf: string): readonly IntakeFault[] => {
  requireDay(asOf, 'asOf')
  const { dataHandled, controlBaseline } = intake
  const hasClass = dataHandled.some((name) => name !== 'none')
  const isMixed = dataHandled.includes('none') && hasClass
  return [
    ...(isMixed ? [{ field: 'dataHandled', message: '"none" cannot be combined with other classes' }] : []),
    ...(controlBaseline.logging.retentionDays < 0
      ? [{ field: 'controlBaseline.logging.retentionDays', message: 'must be 0 or more' }]
      : []),
    ...pastDays(intake)
      .filter(([, day]) => day > asOf)
      .map(([field]) => ({ field, message: `must not be after ${asOf}` })),
    ...publicTexts(intake)
      .filter(([, text]) => NOT_ONE_LINE.test(text))
      .map(([field]) => ({ field, message: 'must be one line without control characters or direction changes' })),
    ...illFormedPaths(intake, '').map((field) => ({ field, message: 'must be well-formed Unicode' })),
  ]
}
