import { type Intake, type IntakeFault, intakeFaults } from '@signet/posture'
import { claimName, lastAuditWords } from './claim-words.ts'

const EMPTY = 'must not be empty'

const emptyFields = ({ companyProfile, dataHandled, subprocessors, incidentHistory }: Intake): readonly string[] => {
  const requiredFields: readonly (readonly [field: string, value: string])[] = [
    ['companyProfile.name', companyProfile.name],
    ['companyProfile.foundingDate', companyProfile.foundingDate],
    ['dataHandled', dataHandled.join()],
    ...subprocessors.flatMap((each, nth) =>
      (['name', 'purpose', 'jurisdiction'] as const).map(
        (member) => [`subprocessors.${nth}.${member}`, each[member]] as const,
      ),
    ),
    ...incidentHistory.map(({ date }, nth) => [`incidentHistory.${nth}.date`, date] as const),
  ]
  return requiredFields.filter(([, value]) => value.trim() === '').map(([field]) => field)
}

export interface DraftFaults {
  readonly empty: readonly IntakeFault[]
  readonly wrong: readonly IntakeFault[]
}

/** @param asOf the current day of the service */
export const draftFaults = (draft: Intake, asOf: string): DraftFaults => ({
  empty: emptyFields(draft).map((field) => ({ field, message: EMPTY })),
  wrong: intakeFaults(draft, asOf),
})

const LISTS: Readonly<Record<string, string>> = {
  subprocessors: 'Subprocessor',
  incidentHistory: 'Incident',
  compensatingControls: 'Compensating control',
}

const FIELDS: Readonly<Record<string, string>> = {
  'companyProfile.name': 'Name',
  'companyProfile.employeeCount': 'Employees',
  'companyProfile.foundingDate': 'Founded on',
  dataHandled: 'Data classes',
  'controlBaseline.logging.retentionDays': 'Log retention (days)',
}

/** Returns the label of a field: `subprocessors.0.name` gives “Subprocessor 1, name”. */
export const fieldName = (field: string): string => {
  const [list = '', nth = '', member = ''] = field.split('.')
  const noun = LISTS[list]
  if (noun !== undefined) return `${noun} ${Number(nth) + 1}, ${member}`
  if (list === 'certifications') return `${claimName(nth)}: ${member === 'lastAudit' ? lastAuditWords(nth) : member}`
  return FIELDS[field] ?? field
}
