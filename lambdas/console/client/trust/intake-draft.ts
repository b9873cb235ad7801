import type { Intake } from '@signet/posture'

const owned = { owner: '' }

/** An intake before anything was said: what is better left unsaid than guessed is at its worst. */
export const EMPTY_INTAKE: Intake = {
  schemaVersion: 1,
  companyProfile: {
    ...{ name: '', employeeCount: 1, foundingDate: '', fundingStage: 'seed' },
    ...{ customerTypes: [], dataResidency: [] },
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

/** What this tab kept, if it has the members of an intake; otherwise an empty one. */
export const keptIntake = (text: string | null): Intake => {
  if (text === null) return EMPTY_INTAKE
  try {
    return { ...EMPTY_INTAKE, ...(JSON.parse(text) as Partial<Intake>) }
  } catch {
    return EMPTY_INTAKE
  }
}

/** Why it cannot be judged yet; undefined: it can. */
export const whyNotJudged = ({ companyProfile, dataHandled }: Intake): string | undefined => {
  if (companyProfile.name.trim() === '') return 'Say whose it is'
  if (!/^\d{4}-\d{2}-\d{2}$/.test(companyProfile.foundingDate)) return 'Say when it was founded'
  return dataHandled.length === 0 ? 'Say what data it handles' : undefined
}
