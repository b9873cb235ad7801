import type { Intake } from '@signet/posture'

const owned = { owner: '' }

/** An empty intake. Members that cannot be empty start with their worst value. */
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

/** Returns whether two intakes are equal. Missing members count as empty. */
export const isSameIntake = (one: Intake, other: Intake): boolean =>
  JSON.stringify({ ...EMPTY_INTAKE, ...one }) === JSON.stringify({ ...EMPTY_INTAKE, ...other })

/** Parses a stored intake; returns an empty one for anything else. */
export const storedIntake = (text: string | null): Intake => {
  if (text === null) return EMPTY_INTAKE
  try {
    return { ...EMPTY_INTAKE, ...(JSON.parse(text) as Partial<Intake>) }
  } catch {
    return EMPTY_INTAKE
  }
}
