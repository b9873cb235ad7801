import { type Intake, type IntakeFault, intakeFaults } from '@signet/posture'
import { claimLabel, lastAuditWords } from '@signet/posture/claim-labels'

const EMPTY_MESSAGE = 'must not be empty'

const emptyFields = ({ companyProfile, dataHandled, subprocessors, incidentHistory }: Intake): readonly string[] => {
  const requiredFields: readonly (readonly [field: string, value: string])[] = [
    ['companyProfile.name', companyProfile.name],
    ['companyProfile.foundingDate', companyProfile.foundingDate],
    ['dataHandled', dataHandled.join()],
    ...subprocessors.flatMap((each, index) =>
      (['name', 'purpose', 'jurisdiction'] as const).map(
        (field) => [`subprocessors.${index}.${field}`, each[field]] as const,
      ),
    ),
    ...incidentHistory.map(({ date }, index) => [`incidentHistory.${index}.date`, date] as const),
  ]
  return requiredFields.filter(([, value]) => value.trim() === '').map(([field]) => field)
}

export interface DraftFaults {
  readonly emptyFields: readonly IntakeFault[]
  readonly invalidFields: readonly IntakeFault[]
}

/** @param asOf the current day of the service */
export const draftFaults = (draft: Intake, asOf: string): DraftFaults => ({
  emptyFields: emptyFields(draft).map((field) => ({ field, message: EMPTY_MESSAGE })),
  invalidFields: intakeFaults(draft, asOf),
})

const LIST_NOUNS: Readonly<Record<string, string>> = {
  subprocessors: 'Subprocessor',
  incidentHistory: 'Incident',
  compensatingControls: 'Compensating control',
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  'companyProfile.name': 'Name',
  'companyProfile.employeeCount': 'Employees',
  'companyProfile.foundingDate': 'Founded on',
  dataHandled: 'Data classes',
  'controlBaseline.logging.retentionDays': 'Log retention (days)',
}

const ENTRY_FIELD_LABELS: Readonly<Record<string, string>> = {
  dataAccess: 'data accessed',
  scope: 'affected data',
  gap: 'finding ID',
  mitigation: 'compensating measure',
}

/** Returns the label of a field: `subprocessors.0.name` gives “Subprocessor 1, name”. */
export const fieldLabel = (field: string): string => {
  const [list = '', key = '', fieldOfEntry = ''] = field.split('.')
  const noun = LIST_NOUNS[list]
  if (noun !== undefined) return `${noun} ${Number(key) + 1}, ${ENTRY_FIELD_LABELS[fieldOfEntry] ?? fieldOfEntry}`
  if (list === 'certifications')
    return `${claimLabel(key)}: ${fieldOfEntry === 'lastAudit' ? lastAuditWords(key) : fieldOfEntry}`
  return FIELD_LABELS[field] ?? field
}
