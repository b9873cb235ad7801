/** A tool or a folder that several judges need, made once for all of them. */
export interface Preparation {
  readonly name: string
  readonly covers: string
  /** Bash, run in the root of the project. */
  readonly run: string
}

/** A judge of `.ci/run`. */
export interface Judge {
  readonly name: string
  readonly covers: string
  /** Bash, run in the root of the project with node 24 first in PATH and `WORK` naming a temporary folder. */
  readonly run: string
  /** The files whose change it judges, by their paths from the root. Absent: it judges every change. */
  readonly concerns?: readonly RegExp[]
  /** Names of preparations. */
  readonly needs?: readonly string[]
  /** Names of judges whose results it reads. */
  readonly after?: readonly string[]
  /** Cores that it keeps busy; default 1. */
  readonly cores?: number
  /** The most memory that it takes, in GB; default 1. */
  readonly memoryGb?: number
  /** Measures time: it runs when nothing else does. */
  readonly isAlone?: true
}

/** Changes that every judge must see: what all of the product stands on, and the judges themselves. */
export const SHARED_GROUND: readonly RegExp[] = [
  /^package(?:-lock)?\.json$/,
  /^layers\/(?:kernel|contracts|events|identity|ledger)\/(?!.*\.md$)/,
  /^lib\/(?!local\/|why\/)/,
  /^(?:tsconfig\.base\.json|cdk\.json|\.ci\/run)$/,
  /^test\/(?:ci\/|judges\/(?:package|requirements\.txt|running-system\.ts|services\.ts))/,
]
