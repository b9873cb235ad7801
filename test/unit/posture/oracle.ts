/**
 * The rules of a CISO intake once more, written from the table of the reference alone: the layer is compared with it, and
 * nothing of the layer is imported here. Rows stand in the order of the table; each is read from left to right.
 */

interface Entry {
  readonly owner: string
}

/** What the rules read of an intake (spec platform-api 2.5). */
export interface OracleIntake {
  readonly companyProfile: { readonly customerTypes: readonly string[]; readonly dataResidency: readonly string[] }
  readonly techStack: {
    readonly cloudProvider: readonly string[]
    readonly monitoring: readonly string[]
    readonly cicd: readonly string[]
  }
  readonly dataHandled: readonly string[]
  readonly controlBaseline: {
    readonly mfa: Entry & { readonly scope: string }
    readonly encryptionAtRest: Entry & { readonly algo: string }
    readonly encryptionInTransit: Entry & { readonly tlsVersion: string }
    readonly iam: Entry & { readonly model: string }
    readonly logging: Entry & { readonly retentionDays: number; readonly centralized: boolean }
    readonly workstationSecurity: Entry & {
      readonly screenLock: boolean
      readonly diskEncryption: boolean
      readonly edr: boolean
    }
    readonly passwordManager: Entry & { readonly coverage: string }
    readonly peerReview: Entry & { readonly model: string }
  }
  readonly subprocessors: readonly {
    readonly dataAccess: readonly string[]
    readonly jurisdiction: string
    readonly dpaSigned: boolean
  }[]
  readonly incidentHistory: readonly { readonly date: string; readonly severity: string; readonly resolution: string }[]
  readonly certifications: Readonly<
    Record<'soc2' | 'iso27001' | 'penTest', { readonly status: string; readonly lastAudit?: string | undefined }>
  >
  readonly compensatingControls: readonly {
    readonly gap: string
    readonly mitigation: string
    readonly owner: string
  }[]
}

const SENS = ['phi', 'pci', 'financial', 'biometric', 'credentials', 'health']
const REG = ['phi', 'pci', 'biometric', 'credentials', 'health']
const EXEMPT = ['logs', 'telemetry', 'metadata', 'billing', 'support', 'none']
const VENDORS = ['aws', 'gcp', 'azure', 'cloudflare', 'vercel', 'fly', 'digitalocean']
const CONTROLS = [
  ...(['mfa', 'encryptionAtRest', 'encryptionInTransit', 'iam', 'logging'] as const),
  ...(['workstationSecurity', 'passwordManager', 'peerReview'] as const),
]
const CERTIFICATIONS = ['soc2', 'iso27001', 'penTest'] as const
/** EEA, United Kingdom, and decisions of adequacy for whole countries, as far as tests name them; the United States is none. */
const ADEQUATE = [
  'eu',
  'european union',
  'eea',
  'de',
  'germany',
  'ie',
  'ireland',
  'france',
  'uk',
  'gb',
  'united kingdom',
  'ch',
  'switzerland',
  'japan',
]

const folded = (text: string): string => text.trim().toLowerCase()
const isPlaceholder = (text: string): boolean =>
  ['n/a', 'na', 'tbd', 'tba', 'todo', 'none', 'unknown', 'nobody', 'unassigned', 'null'].includes(folded(text)) ||
  !/[\p{L}\p{N}]/u.test(text)
const age = (date: string, asOf: string): number => (Date.parse(asOf) - Date.parse(date)) / 86_400_000
const some = (classes: readonly string[], of: readonly string[]): boolean => of.some((one) => classes.includes(one))
const only = (given: readonly string[], of: readonly string[]): boolean =>
  given.length > 0 && given.every((one) => of.includes(one))

/** What a row looks at: the intake, its classes, and the element that `[i]` or `*` stands for. */
interface Seen {
  readonly intake: OracleIntake
  readonly asOf: string
  readonly has: (...classes: string[]) => boolean
  readonly sens: boolean
  readonly reg: boolean
}
type Place = readonly [path: string, fires: boolean]
type Row = readonly [id: string, path: string, kind: 'D' | 'W', rec: boolean, places: (seen: Seen) => readonly Place[]]

const BASE = 'controlBaseline'
type Fires = (base: OracleIntake['controlBaseline'], seen: Seen) => boolean
/** A row of one place in the base of controls. */
const base = (id: string, path: string, kind: 'D' | 'W', rec: boolean, fires: Fires): Row => [
  ...([id, `${BASE}.${path}`, kind, rec] as const),
  (seen) => [[`${BASE}.${path}`, fires(seen.intake.controlBaseline, seen)]],
]
const whole = (id: string, path: string, kind: 'D' | 'W', rec: boolean, fires: (seen: Seen) => boolean): Row => [
  ...([id, path, kind, rec] as const),
  (seen) => [[path, fires(seen)]],
]
type Sub = OracleIntake['subprocessors'][number]
const sub = (
  id: string,
  member: string,
  kind: 'D' | 'W',
  rec: boolean,
  fires: (sub: Sub, seen: Seen) => boolean,
): Row => [
  ...([id, `subprocessors[i].${member}`, kind, rec] as const),
  (seen) => seen.intake.subprocessors.map((one, i) => [`subprocessors[${i}].${member}`, fires(one, seen)]),
]
const isSevere = ({ severity }: { readonly severity: string }): boolean => ['high', 'critical'].includes(severity)

const SCOPE = 'mfa.scope'
const ALGO = 'encryptionAtRest.algo'
const TLS = 'encryptionInTransit.tlsVersion'
const DAYS = 'logging.retentionDays'
const OLD_TLS = ['tls-1.0', 'tls-1.1']

export const ROWS: readonly Row[] = [
  base('MFA-01', SCOPE, 'D', false, ({ mfa }, { reg }) => mfa.scope === 'none' && reg),
  base('MFA-02', SCOPE, 'D', true, ({ mfa }, { reg }) => mfa.scope === 'none' && !reg),
  base('MFA-03', SCOPE, 'D', true, ({ mfa }, { reg }) => mfa.scope === 'partial' && reg),
  base(
    'MFA-04',
    SCOPE,
    'W',
    false,
    ({ mfa }, { reg }) => mfa.scope === 'privileged-only' || (mfa.scope === 'partial' && !reg),
  ),
  base('ENC-01', ALGO, 'D', false, ({ encryptionAtRest: { algo } }, { sens }) => algo === 'none' && sens),
  base(
    'ENC-02',
    ALGO,
    'D',
    true,
    ({ encryptionAtRest: { algo } }, { sens, has }) => algo === 'none' && has('pii') && !sens,
  ),
  base(
    'ENC-03',
    ALGO,
    'W',
    false,
    ({ encryptionAtRest: { algo } }, { reg }) => ['aes-128', 'cloud-provider-default'].includes(algo) && reg,
  ),
  base('TLS-01', TLS, 'D', false, ({ encryptionInTransit: { tlsVersion } }) => ['none', 'legacy'].includes(tlsVersion)),
  base(
    'TLS-02',
    TLS,
    'D',
    false,
    ({ encryptionInTransit: { tlsVersion } }, { sens }) => OLD_TLS.includes(tlsVersion) && sens,
  ),
  base(
    'TLS-03',
    TLS,
    'D',
    true,
    ({ encryptionInTransit: { tlsVersion } }, { sens }) => OLD_TLS.includes(tlsVersion) && !sens,
  ),
  base('IAM-01', 'iam.model', 'D', true, ({ iam }, { reg }) => ['none', 'flat'].includes(iam.model) && reg),
  base(
    'IAM-02',
    'iam.model',
    'W',
    false,
    ({ iam }, { reg }) => iam.model === 'ad-hoc' || (['none', 'flat'].includes(iam.model) && !reg),
  ),
  base('LOG-01', DAYS, 'D', true, ({ logging }, { sens }) => logging.retentionDays < 30 && sens),
  base('LOG-02', DAYS, 'D', true, ({ logging }, { has }) => logging.retentionDays < 365 && has('pci')),
  base('LOG-03', DAYS, 'W', false, ({ logging }, { has }) => logging.retentionDays < 365 && has('phi', 'health')),
  base('LOG-04', 'logging.centralized', 'W', false, ({ logging }, { sens }) => !logging.centralized && sens),
  base(
    'WKS-01',
    'workstationSecurity.diskEncryption',
    'D',
    true,
    ({ workstationSecurity: w }, { sens }) => !w.diskEncryption && sens,
  ),
  base('WKS-02', 'workstationSecurity.edr', 'W', false, ({ workstationSecurity: w }) => !w.edr),
  base('WKS-03', 'workstationSecurity.screenLock', 'W', false, ({ workstationSecurity: w }) => !w.screenLock),
  base(
    'PWD-01',
    'passwordManager.coverage',
    'D',
    true,
    ({ passwordManager: p }, { has }) => p.coverage === 'none' && has('credentials'),
  ),
  base(
    'PWD-02',
    'passwordManager.coverage',
    'W',
    false,
    ({ passwordManager: p }, { has }) => p.coverage === 'partial' || (p.coverage === 'none' && !has('credentials')),
  ),
  base('CHG-01', 'peerReview.model', 'D', true, ({ peerReview: p }, { reg }) => p.model === 'none' && reg),
  base(
    'CHG-02',
    'peerReview.model',
    'W',
    false,
    ({ peerReview: p }, { reg }) =>
      ['single-maintainer', 'automated-only'].includes(p.model) || (p.model === 'none' && !reg),
  ),
  whole('CHG-03', 'techStack.cicd', 'W', false, ({ intake }) => only(intake.techStack.cicd, ['manual'])),
  whole(
    'MON-01',
    'techStack.monitoring',
    'D',
    true,
    ({ intake, sens }) => intake.techStack.monitoring.every((one) => one === 'none') && sens,
  ),
  sub('SUB-01', 'dpaSigned', 'D', false, (s) => !s.dpaSigned && some(s.dataAccess, ['phi', 'pci'])),
  sub(
    'SUB-02',
    'dpaSigned',
    'D',
    true,
    (s) => !s.dpaSigned && some(s.dataAccess, ['pii', 'financial', 'biometric', 'credentials', 'health']),
  ),
  sub('SUB-03', 'dataAccess', 'W', false, (s, { intake }) =>
    s.dataAccess.some((one) => !EXEMPT.includes(one) && !intake.dataHandled.includes(one)),
  ),
  sub(
    'SUB-04',
    'jurisdiction',
    'W',
    false,
    (s, { intake }) =>
      only(intake.companyProfile.dataResidency, ['eu', 'uk']) &&
      s.dataAccess.includes('pii') &&
      !ADEQUATE.includes(folded(s.jurisdiction)),
  ),
  whole(
    'SUB-05',
    'subprocessors',
    'W',
    false,
    ({ intake }) => intake.subprocessors.length === 0 && some(intake.techStack.cloudProvider, VENDORS),
  ),
  [
    'INC-01',
    'incidentHistory[i].resolution',
    'D',
    true,
    ({ intake }) =>
      intake.incidentHistory.map((one, i) => [
        `incidentHistory[${i}].resolution`,
        isSevere(one) && ['', 'open', 'ongoing', 'tbd'].includes(folded(one.resolution)),
      ]),
  ],
  whole(
    'INC-02',
    'incidentHistory',
    'W',
    false,
    ({ intake, asOf }) =>
      intake.incidentHistory.filter((one) => isSevere(one) && age(one.date, asOf) <= 365).length >= 2,
  ),
  whole(
    'CRT-01',
    'certifications.penTest.status',
    'D',
    true,
    ({ intake, has }) =>
      has('pci', 'phi') && !['completed', 'certified'].includes(intake.certifications.penTest.status),
  ),
  [
    'CRT-02',
    'certifications.*.lastAudit',
    'W',
    false,
    ({ intake, asOf }) =>
      CERTIFICATIONS.map((name) => {
        const { status, lastAudit } = intake.certifications[name]
        const isStale = lastAudit === undefined || age(lastAudit, asOf) > 365
        return [
          `certifications.${name}.lastAudit`,
          ['completed', 'type-i', 'type-ii', 'certified'].includes(status) && isStale,
        ]
      }),
  ],
  whole(
    'CRT-03',
    'certifications',
    'W',
    false,
    ({
      intake: {
        companyProfile,
        certifications: { soc2, iso27001 },
      },
    }) =>
      some(companyProfile.customerTypes, ['enterprise', 'government']) &&
      soc2.status === 'none' &&
      iso27001.status === 'none',
  ),
  [
    'GOV-01',
    'controlBaseline.*.owner',
    'W',
    false,
    ({ intake }) =>
      CONTROLS.map((name) => [`controlBaseline.${name}.owner`, isPlaceholder(intake.controlBaseline[name].owner)]),
  ],
  // Which controls match no finding is known when all other rows are.
  ['GOV-02', 'compensatingControls[i].gap', 'W', false, () => []],
  whole(
    'GOV-03',
    'dataHandled',
    'W',
    false,
    ({ intake, has }) => has('none') && intake.companyProfile.customerTypes.includes('consumer'),
  ),
]

export interface OracleFinding {
  readonly id: string
  readonly path: string
  readonly kind: 'D' | 'W'
  readonly recoveredBy?: { readonly gap: string; readonly owner: string }
}

const names = (gap: string, [id, general]: Row, path: string): boolean =>
  [id, general, path].map(folded).includes(folded(gap))

/** The findings of an intake, and whether it is refused. @param asOf YYYY-MM-DD */
export const oracle = (
  intake: OracleIntake,
  asOf: string,
): { readonly isRefused: boolean; readonly findings: readonly OracleFinding[] } => {
  const has = (...classes: string[]): boolean => some(intake.dataHandled, classes)
  const seen = { intake, asOf, has, sens: has(...SENS), reg: has(...REG) }
  const fired = ROWS.flatMap((row) =>
    row[4](seen)
      .filter(([, fires]) => fires)
      .map(([path]) => ({ row, path })),
  )
  const recovery = ({ row, path }: (typeof fired)[number]) =>
    intake.compensatingControls.find(
      ({ gap, mitigation, owner }) =>
        row[3] && names(gap, row, path) && [...mitigation.trim()].length >= 20 && !isPlaceholder(owner),
    )
  const findings = fired.map(({ row, path }): OracleFinding => {
    const control = recovery({ row, path })
    const recoveredBy = control && { gap: control.gap.trim(), owner: control.owner.trim() }
    return { id: row[0], path, kind: row[2], ...(recoveredBy && { recoveredBy }) }
  })
  const orphans = intake.compensatingControls.flatMap(({ gap }, i): OracleFinding[] =>
    fired.some(({ row, path }) => names(gap, row, path))
      ? []
      : [{ id: 'GOV-02', path: `compensatingControls[${i}].gap`, kind: 'W' }],
  )
  const last = findings.filter(({ id }) => id === 'GOV-03')
  const all = [...findings.filter(({ id }) => id !== 'GOV-03'), ...orphans, ...last]
  return { isRefused: all.some(({ kind, recoveredBy }) => kind === 'D' && !recoveredBy), findings: all }
}
