import { requireDay } from './days.ts'
import { CERTIFICATIONS } from './intake-values.ts'
import type { Intake } from './schemas.ts'

/** What is wrong with an intake, by its field: `incidentHistory.0.date`. */
export interface IntakeFault {
  readonly field: string
  readonly message: string
}

/** Days of an intake that cannot lie ahead. Days are written alike, so that their text is in their order. */
const pastDays = ({ companyProfile, incidentHistory, certifications }: Intake): (readonly [string, string])[] => [
  ['companyProfile.foundingDate', companyProfile.foundingDate],
  ...incidentHistory.map(({ date }, nth) => [`incidentHistory.${nth}.date`, date] as const),
  ...CERTIFICATIONS.flatMap((name) => {
    const { lastAudit } = certifications[name]
    return lastAudit === undefined ? [] : [[`certifications.${name}.lastAudit`, lastAudit] as const]
  }),
]

/** JSON may hold half a character, which has no bytes that a digest could cover. */
const halfTexts = (value: unknown, field: string): string[] => {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [field]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => halfTexts(child, field === '' ? name : `${field}.${name}`))
}

/** Control characters, ends of lines, and what turns the direction of text: a page could not show it as it was signed. */
const NO_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

const shownTexts = ({ companyProfile, subprocessors }: Intake): (readonly [string, string])[] => [
  ['companyProfile.name', companyProfile.name],
  ...subprocessors.flatMap((each, nth) =>
    (['name', 'purpose', 'jurisdiction'] as const).map((name) => [`subprocessors.${nth}.${name}`, each[name]] as const),
  ),
]

/**
 * Why an intake whose shape its schema has checked is refused without a verdict (400): a class beside `none`, a day ahead,
 * days below 0, text with half a character, public text that is no line. Empty for one that `judgeIntake` takes.
 * @param asOf the day of the server, YYYY-MM-DD
 * @throws RangeError for a day that there is not
 */
export const intakeFaults = (intake: Intake, asOf: string): readonly IntakeFault[] => {
  requireDay(asOf, 'asOf')
  const { dataHandled, controlBaseline } = intake
  const others = dataHandled.some((name) => name !== 'none')
  const isMixed = dataHandled.includes('none') && others
  return [
    ...(isMixed ? [{ field: 'dataHandled', message: '"none" must stand alone' }] : []),
    ...(controlBaseline.logging.retentionDays < 0
      ? [{ field: 'controlBaseline.logging.retentionDays', message: 'must be 0 or more' }]
      : []),
    ...pastDays(intake)
      .filter(([, day]) => day > asOf)
      .map(([field]) => ({ field, message: `must not be after ${asOf}` })),
    ...shownTexts(intake)
      .filter(([, text]) => NO_LINE.test(text))
      .map(([field]) => ({ field, message: 'must be one line, without control characters and changes of direction' })),
    ...halfTexts(intake, '').map((field) => ({ field, message: 'must be whole Unicode characters' })),
  ]
}
