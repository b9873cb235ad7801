/** A tool or folder that several judges need. It is prepared once per run. */
export interface Preparation {
  readonly name: string
  readonly covers: string
  /** A bash script. It runs in the root of the project. */
  readonly run: string
}

/** A check that `.ci/run` runs. */
export interface Judge {
  readonly name: string
  readonly covers: string
  /** A bash script. It runs in the root of the project. Node 24 is first in PATH, and `WORK` is a temporary folder. */
  readonly run: string
  /** Patterns of the files that the judge checks, by path from the root. Without patterns it runs for every change. */
  readonly concerns?: readonly RegExp[]
  /** Names of the preparations that it needs. */
  readonly needs?: readonly string[]
  /** Names of the judges whose results it reads. */
  readonly after?: readonly string[]
  /** The number of cores that it uses; default 1. */
  readonly cores?: number
  /** Its peak memory in GB; default 1. */
  readonly memoryGb?: number
  /** The judge measures time, so no other judge runs at the same time. */
  readonly isAlone?: true
}

/** Files whose change runs every judge: shared code, dependencies and the tools of the judges. */
export const SHARED_FILES: readonly RegExp[] = [
  /^package(?:-lock)?\.json$/,
  /^layers\/(?:kernel|contracts|identity|ledger)\/(?!.*\.md$)/,
  /^lib\/(?!local\/|why\/)/,
  /^(?:tsconfig\.base\.json|cdk\.json|\.ci\/run)$/,
  /^test\/(?:ci\/|judges\/(?:package|requirements\.txt|running-system\.ts|services\.ts))/,
]
