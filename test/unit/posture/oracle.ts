/*
 * A second implementation of the CISO rules, written only from the reference table: the layer is compared with it, and
 * it imports nothing of the layer. Rows are in table order; each is read from left to right.
 */

/** The members of an intake that the rules read (spec platform-api 2.5). */
interface Entry {
  readonly owner: string
}
interface Station extends Entry {
  readonly screenLock: boolean
  readonly diskEncryption: boolean
  readonly edr: boolean
}
interface Base {
  readonly mfa: Entry & { readonly scope: string }
  readonly encryptionAtRest: Entry & { readonly algo: string }
  readonly encryptionInTransit: Entry & { readonly tlsVersion: string }
  readonly iam: Entry & { readonly model: string }
  readonly logging: Entry & { readonly retentionDays: number; readonly centralized: boolean }
  readonly workstationSecurity: Station
  readonly passwordManager: Entry & { readonly coverage: string }
  readonly peerReview: Entry & { readonly model: string }
}
interface Sub {
  readonly dataAccess: readonly string[]
  readonly jurisdiction: string
  readonly dpaSigned: boolean
}
interface Audit {
  readonly status: string
  readonly lastAudit?: string | undefined
}
export interface OracleIntake {
  readonly companyProfile: { readonly customerTypes: readonly string[]; readonly dataResidency: readonly string[] }
  readonly techStack: Readonly<Record<'cloudProvider' | 'monitoring' | 'cicd', readonly string[]>>
  readonly dataHandled: readonly string[]
  readonly controlBaseline: Base
  readonly subprocessors: readonly Sub[]
  readonly incidentHistory: readonly { readonly date: string; readonly severity: string; readonly resolution: string }[]
  readonly certifications: Readonly<Record<'soc2' | 'iso27001' | 'penTest', Audit>>
  readonly compensatingControls: readonly {
    readonly gap: string
    readonly mitigation: string
    readonly owner: string
  }[]
}

const SENSITIVE = ['phi', 'pci', 'financial', 'biometric', 'credentials', 'health']
const REGULATED = ['phi', 'pci', 'biometric', 'credentials', 'health']
const EXEMPT = ['logs', 'telemetry', 'metadata', 'billing', 'support', 'none']
const VENDORS = ['aws', 'gcp', 'azure', 'cloudflare', 'vercel', 'fly', 'digitalocean']
const CLAIMED = ['completed', 'type-i', 'type-ii', 'certified']
const CONTROLS = [
  ...(['mfa', 'encryptionAtRest', 'encryptionInTransit', 'iam', 'logging'] as const),
  ...(['workstationSecurity', 'passwordManager', 'peerReview'] as const),
]
const CERTIFICATIONS = ['soc2', 'iso27001', 'penTest'] as const
/** The EEA, the United Kingdom and adequate countries, as used in tests; excludes the United States. */
const ADEQUATE = [
  'eu',
  'eea',
  'de',
  'germany',
  'ie',
  'ireland',
  'france',
  'uk',
  'united kingdom',
  'switzerland',
  'japan',
]
const PLACEHOLDERS = ['n/a', 'na', 'tbd', 'tba', 'todo', 'none', 'unknown', 'nobody', 'unassigned', 'null']

const folded = (text: string): string => text.trim().toLowerCase()
const isPlaceholder = (text: string): boolean => {
  const rule =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu)
      ?.join('') ?? ''
  return rule === '' || PLACEHOLDERS.map((each) => each.replace('/', '')).includes(rule)
}
const age = (date: string, asOf: string): number => (Date.parse(asOf) - Date.parse(date)) / 86_400_000
const isOneOf = (value: string, ...values: string[]): boolean => values.includes(value)
const hasAny = (given: readonly string[], of: readonly string[]): boolean => of.some((one) => given.includes(one))
const hasOnly = (given: readonly string[], of: readonly string[]): boolean =>
  given.length > 0 && given.every((one) => of.includes(one))
const isSevere = ({ severity }: { readonly severity: string }): boolean => isOneOf(severity, 'high', 'critical')

/** The input of a row: the intake, its control baseline and its classes of data. */
interface RowInput extends OracleIntake, Base {
  readonly asOf: string
  readonly has: (...classes: string[]) => boolean
  readonly sens: boolean
  readonly reg: boolean
}
type Kind = 'D' | 'W'
type RowResult = readonly [path: string, fires: boolean]
type Row = readonly [
  id: string,
  path: string,
  kind: Kind,
  rec: boolean,
  places: (rowInput: RowInput) => readonly RowResult[],
]

const rowOf = (id: string, path: string, kind: Kind, rec: boolean, fires: (rowInput: RowInput) => boolean): Row => {
  return [id, path, kind, rec, (rowInput) => [[path, fires(rowInput)]]]
}
const controlRow = (id: string, path: string, kind: Kind, rec: boolean, fires: (rowInput: RowInput) => boolean): Row =>
  rowOf(id, `controlBaseline.${path}`, kind, rec, fires)
const subprocessorRow = (
  id: string,
  at: string,
  kind: Kind,
  rec: boolean,
  fires: (sub: Sub, rowInput: RowInput) => boolean,
): Row => {
  const places = (rowInput: RowInput) =>
    rowInput.subprocessors.map((given, i): RowResult => [`subprocessors[${i}].${at}`, fires(given, rowInput)])
  return [id, `subprocessors[i].${at}`, kind, rec, places]
}

const unresolved = ({ incidentHistory }: RowInput): readonly RowResult[] =>
  incidentHistory.map((given, i) => {
    const isOpen = isOneOf(folded(given.resolution), '', 'open', 'ongoing', 'tbd')
    return [`incidentHistory[${i}].resolution`, isSevere(given) && isOpen]
  })
const stale = ({ certifications, asOf }: RowInput): readonly RowResult[] =>
  CERTIFICATIONS.map((name) => {
    const { status, lastAudit } = certifications[name]
    const isStale = lastAudit === undefined || age(lastAudit, asOf) > 365
    return [`certifications.${name}.lastAudit`, CLAIMED.includes(status) && isStale]
  })
const ownerless = ({ controlBaseline }: RowInput): readonly RowResult[] =>
  CONTROLS.map((name) => [`controlBaseline.${name}.owner`, isPlaceholder(controlBaseline[name].owner)])
const transfers = ({ dataAccess, jurisdiction }: Sub, { companyProfile: { dataResidency } }: RowInput): boolean =>
  hasOnly(dataResidency, ['eu', 'uk']) && dataAccess.includes('pii') && !ADEQUATE.includes(folded(jurisdiction))

const algo = (s: RowInput): string => s.encryptionAtRest.algo
const isOldTls = (s: RowInput): boolean => isOneOf(s.encryptionInTransit.tlsVersion, 'tls-1.0', 'tls-1.1')
const days = (s: RowInput): number => s.logging.retentionDays
const PERSONAL = ['pii', 'financial', 'biometric', 'credentials', 'health']

const MFA = 'mfa.scope'
const ENC = 'encryptionAtRest.algo'
const TLS = 'encryptionInTransit.tlsVersion'
const IAM = 'iam.model'
const LOG = 'logging.retentionDays'
const WKS = 'workstationSecurity'
const PWD = 'passwordManager.coverage'
const CHG = 'peerReview.model'

export const ROWS: readonly Row[] = [
  controlRow('MFA-01', MFA, 'D', false, (s) => s.mfa.scope === 'none' && s.reg),
  controlRow('MFA-02', MFA, 'D', true, (s) => s.mfa.scope === 'none' && !s.reg),
  controlRow('MFA-03', MFA, 'D', true, (s) => s.mfa.scope === 'partial' && s.reg),
  controlRow(
    'MFA-04',
    MFA,
    'W',
    false,
    (s) => s.mfa.scope === 'privileged-only' || (s.mfa.scope === 'partial' && !s.reg),
  ),
  controlRow('ENC-01', ENC, 'D', false, (s) => algo(s) === 'none' && s.sens),
  controlRow('ENC-02', ENC, 'D', true, (s) => algo(s) === 'none' && s.has('pii') && !s.sens),
  controlRow('ENC-03', ENC, 'W', false, (s) => isOneOf(algo(s), 'aes-128', 'cloud-provider-default') && s.reg),
  controlRow('TLS-01', TLS, 'D', false, (s) => isOneOf(s.encryptionInTransit.tlsVersion, 'none', 'legacy')),
  controlRow('TLS-02', TLS, 'D', false, (s) => isOldTls(s) && s.sens),
  controlRow('TLS-03', TLS, 'D', true, (s) => isOldTls(s) && !s.sens),
  controlRow('IAM-01', IAM, 'D', true, (s) => isOneOf(s.iam.model, 'none', 'flat') && s.reg),
  controlRow(
    'IAM-02',
    IAM,
    'W',
    false,
    (s) => s.iam.model === 'ad-hoc' || (isOneOf(s.iam.model, 'none', 'flat') && !s.reg),
  ),
  controlRow('LOG-01', LOG, 'D', true, (s) => days(s) < 30 && s.sens),
  controlRow('LOG-02', LOG, 'D', true, (s) => days(s) < 365 && s.has('pci')),
  controlRow('LOG-03', LOG, 'W', false, (s) => days(s) < 365 && s.has('phi', 'health')),
  controlRow('LOG-04', 'logging.centralized', 'W', false, (s) => !s.logging.centralized && s.sens),
  controlRow('WKS-01', `${WKS}.diskEncryption`, 'D', true, (s) => !s.workstationSecurity.diskEncryption && s.sens),
  controlRow('WKS-02', `${WKS}.edr`, 'W', false, (s) => !s.workstationSecurity.edr),
  controlRow('WKS-03', `${WKS}.screenLock`, 'W', false, (s) => !s.workstationSecurity.screenLock),
  controlRow('PWD-01', PWD, 'D', true, (s) => s.passwordManager.coverage === 'none' && s.has('credentials')),
  controlRow('PWD-02', PWD, 'W', false, ({ passwordManager: { coverage }, has }) =>
    coverage === 'none' ? !has('credentials') : coverage === 'partial',
  ),
  controlRow('CHG-01', CHG, 'D', true, (s) => s.peerReview.model === 'none' && s.reg),
  controlRow('CHG-02', CHG, 'W', false, ({ peerReview: { model }, reg }) =>
    model === 'none' ? !reg : isOneOf(model, 'single-maintainer', 'automated-only'),
  ),
  rowOf('CHG-03', 'techStack.cicd', 'W', false, (s) => hasOnly(s.techStack.cicd, ['manual'])),
  rowOf(
    'MON-01',
    'techStack.monitoring',
    'D',
    true,
    (s) => s.sens && s.techStack.monitoring.every((m) => m === 'none'),
  ),
  subprocessorRow('SUB-01', 'dpaSigned', 'D', false, (s) => !s.dpaSigned && hasAny(s.dataAccess, ['phi', 'pci'])),
  subprocessorRow('SUB-02', 'dpaSigned', 'D', true, (s) => !s.dpaSigned && hasAny(s.dataAccess, PERSONAL)),
  subprocessorRow('SUB-03', 'dataAccess', 'W', false, (s, { dataHandled }) =>
    s.dataAccess.some((name) => ![...EXEMPT, ...dataHandled].includes(name)),
  ),
  subprocessorRow('SUB-04', 'jurisdiction', 'W', false, transfers),
  rowOf('SUB-05', 'subprocessors', 'W', false, ({ subprocessors, techStack }) =>
    subprocessors.length === 0 ? hasAny(techStack.cloudProvider, VENDORS) : false,
  ),
  ['INC-01', 'incidentHistory[i].resolution', 'D', true, unresolved],
  rowOf('INC-02', 'incidentHistory', 'W', false, ({ incidentHistory, asOf }) => {
    return incidentHistory.filter((given) => isSevere(given) && age(given.date, asOf) <= 365).length >= 2
  }),
  rowOf('CRT-01', 'certifications.penTest.status', 'D', true, ({ certifications: { penTest }, has }) => {
    return has('pci', 'phi') && !isOneOf(penTest.status, 'completed', 'certified')
  }),
  ['CRT-02', 'certifications.*.lastAudit', 'W', false, stale],
  rowOf('CRT-03', 'certifications', 'W', false, ({ companyProfile, certifications: { soc2, iso27001 } }) => {
    return (
      hasAny(companyProfile.customerTypes, ['enterprise', 'government']) && soc2.status + iso27001.status === 'nonenone'
    )
  }),
  ['GOV-01', 'controlBaseline.*.owner', 'W', false, ownerless],
  // Controls without a finding are determined after all other rows.
  ['GOV-02', 'compensatingControls[i].gap', 'W', false, () => []],
  rowOf(
    'GOV-03',
    'dataHandled',
    'W',
    false,
    (s) => s.has('none') && s.companyProfile.customerTypes.includes('consumer'),
  ),
]

export interface OracleFinding {
  readonly id: string
  readonly path: string
  readonly kind: Kind
  readonly recoveredBy?: { readonly gap: string; readonly owner: string }
}

const names = (gap: string, [id, general]: Row, path: string): boolean =>
  [id, general, path].map(folded).includes(folded(gap))

/**
 * Returns the findings of an intake, and whether it is refused.
 * @param asOf YYYY-MM-DD
 */
export const oracle = (intake: OracleIntake, asOf: string) => {
  const has = (...classes: string[]): boolean => hasAny(intake.dataHandled, classes)
  const rowInput = { ...intake, ...intake.controlBaseline, asOf, has, sens: has(...SENSITIVE), reg: has(...REGULATED) }
  const fired = ROWS.flatMap((row) => row[4](rowInput).flatMap(([path, fires]) => (fires ? [{ row, path }] : [])))
  const { compensatingControls } = intake
  const findings = fired.map(({ row, path }): OracleFinding => {
    const control = compensatingControls.find(({ gap, mitigation, owner }) => {
      const isEnough = [...mitigation.trim()].length >= 20 && !isPlaceholder(owner)
      return row[3] && names(gap, row, path) && isEnough
    })
    const recoveredBy = control && { gap: control.gap.trim(), owner: control.owner.trim() }
    return { id: row[0], path, kind: row[2], ...(recoveredBy && { recoveredBy }) }
  })
  const orphans = compensatingControls.flatMap(({ gap }, i): OracleFinding[] => {
    const isOrphan = !fired.some(({ row, path }) => names(gap, row, path))
    return isOrphan ? [{ id: 'GOV-02', path: `compensatingControls[${i}].gap`, kind: 'W' }] : []
  })
  const isLast = ({ id }: OracleFinding): boolean => id === 'GOV-03'
  const all = [...findings.filter((found) => !isLast(found)), ...orphans, ...findings.filter(isLast)]
  return { isRefused: all.some(({ kind, recoveredBy }) => kind === 'D' && !recoveredBy), findings: all }
}
