export interface Threat {
  readonly id: string
  readonly boundary: string
  readonly stride: string
  readonly source: string
  readonly prerequisites: string
  readonly action: string
  readonly impact: string
  /** 1 to 5. */
  readonly likelihood: number
  readonly impactScore: number
  readonly mitigation: string
  readonly testIds: readonly string[]
  readonly status: string
}

export interface ThreatModel {
  readonly assets: readonly string[]
  readonly trustBoundaries: readonly string[]
  readonly threats: readonly Threat[]
}

const PATH = 'docs/threat-model.json'

const isModel = (value: unknown): value is ThreatModel =>
  typeof value === 'object' &&
  value !== null &&
  ['assets', 'trustBoundaries', 'threats'].every((name) => Array.isArray((value as Record<string, unknown>)[name]))

/** Reads the threat model from the files of a flow; undefined if it is missing or has another format. */
export const threatModelIn = (
  files: readonly { readonly path: string; readonly content: string }[],
): ThreatModel | undefined => {
  try {
    const model: unknown = JSON.parse(files.find(({ path }) => path === PATH)?.content ?? 'null')
    return isModel(model) ? model : undefined
  } catch {
    return undefined
  }
}

const STRIDE: Readonly<Record<string, string>> = {
  S: 'Spoofing',
  T: 'Tampering',
  R: 'Repudiation',
  I: 'Information disclosure',
  D: 'Denial of service',
  E: 'Elevation of privilege',
}

export const strideWords = (letter: string): string => STRIDE[letter] ?? letter

export const sortByRisk = (threats: readonly Threat[]): readonly Threat[] => {
  // Open threats come first: a risk score is at most 25.
  const priorityOf = ({ status, likelihood, impactScore }: Threat) =>
    (status === 'open' ? 100 : 0) + likelihood * impactScore
  return threats.toSorted((one, other) => priorityOf(other) - priorityOf(one))
}
