import type { Intake } from '@signet/posture'

const NO_OWNER = { owner: '' }

/** An empty intake. Fields that cannot be empty start with the least secure value. */
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
    mfa: { scope: 'none', ...NO_OWNER },
    encryptionAtRest: { algo: 'none', ...NO_OWNER },
    encryptionInTransit: { tlsVersion: 'none', ...NO_OWNER },
    iam: { model: 'none', ...NO_OWNER },
    logging: { retentionDays: 0, centralized: false, ...NO_OWNER },
    workstationSecurity: { screenLock: false, diskEncryption: false, edr: false, ...NO_OWNER },
    passwordManager: { coverage: 'none', tool: '', ...NO_OWNER },
    peerReview: { model: 'none', ...NO_OWNER },
  },
  subprocessors: [],
  incidentHistory: [],
  certifications: { soc2: { status: 'none' }, iso27001: { status: 'none' }, penTest: { status: 'none' } },
  compensatingControls: [],
}

export const isEmptyIntake = (draft: Intake): boolean => JSON.stringify(draft) === JSON.stringify(EMPTY_INTAKE)

/** Returns whether two intakes are equal. Absent fields count as empty. */
export const isSameIntake = (first: Intake, second: Intake): boolean =>
  JSON.stringify({ ...EMPTY_INTAKE, ...first }) === JSON.stringify({ ...EMPTY_INTAKE, ...second })

/** Parses a stored intake; returns an empty one for anything else. */
export const storedIntake = (text: string | null): Intake => {
  if (text === null) return EMPTY_INTAKE
  try {
    return { ...EMPTY_INTAKE, ...(JSON.parse(text) as Partial<Intake>) }
  } catch {
    return EMPTY_INTAKE
  }
}
