import type { Intake } from '@signet/posture'

const owned = { owner: '' }

/** An intake before anything was said: what is better left unsaid than guessed is at its worst. */
export const EMPTY_INTAKE: Intake = {
  schemaVersion: 1,
  companyProfile: {
    name: '',
    employeeCount: 1,
    foundingDate: '',
    fundingStage: 'seed',
    customerTypes: [],
    dataResidency: [],
  },
  techStack: { cloudProvider: [], compute: [], database: [], monitoring: [], cicd: [] },
  dataHandled: [],
  controlBaseline: {
    mfa: { scope: 'none', ...owned },
    encryptionAtRest: { algo: 'none', ...owned },
    encryptionInTransit: { tlsVersion: 'none', ...owned },
    iam: { model: 'none', ...owned },
    logging: { retentionDays: 0, centralized: false, ...owned },
    workstationSecurity: { screenLock: false, diskEncryption: false, edr: false, ...owned },
    passwordManager: { coverage: 'none', tool: '', ...owned },
    peerReview: { model: 'none', ...owned },
  },
  subprocessors: [],
  incidentHistory: [],
  certifications: { soc2: { status: 'none' }, iso27001: { status: 'none' }, penTest: { status: 'none' } },
  compensatingControls: [],
}

export const isEmptyIntake = (draft: Intake): boolean => JSON.stringify(draft) === JSON.stringify(EMPTY_INTAKE)

/** Whether two say the same; members that one of them does not name are as in an empty one. */
export const isSameIntake = (one: Intake, other: Intake): boolean =>
  JSON.stringify({ ...EMPTY_INTAKE, ...one }) === JSON.stringify({ ...EMPTY_INTAKE, ...other })

/** What was kept, if it has the members of an intake; otherwise an empty one. */
export const keptIntake = (text: string | null): Intake => {
  if (text === null) return EMPTY_INTAKE
  try {
    return { ...EMPTY_INTAKE, ...(JSON.parse(text) as Partial<Intake>) }
  } catch {
    return EMPTY_INTAKE
  }
}
