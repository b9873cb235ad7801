/** Returns the kind of a stage: the first word of its name, so dev-anna and dev-ben are of one kind. */
export const kindOf = (stage: string): string => stage.split('-')[0] ?? stage

interface StageMember {
  readonly stage: string
}

/** Stages with disposable data: their tables and buckets are deleted with the stack. */
const DISPOSABLE: readonly string[] = ['local', 'dev', 'test', 'emulator']

/** Stages that call no provider by default and use the stand-in. */
export const OFFLINE_STAGES: readonly string[] = ['local', 'test', 'emulator']

/** Returns true if the stage has real traffic: new versions shift gradually, and a sample of traces is stored. */
export const isProduction = ({ stage }: StageMember): boolean => ['prod', 'production'].includes(kindOf(stage))

export const isDisposable = ({ stage }: StageMember): boolean => DISPOSABLE.includes(kindOf(stage))

/**
 * Returns true if the stage has alarms. Developers watch their own disposable stages, and alarms cost money all month.
 */
export const isWatched = (staged: StageMember): boolean => !isDisposable(staged)

export const isProtected = (config: StageMember & { readonly protection: 'on' | 'later' }): boolean =>
  !isDisposable(config) && config.protection === 'on'

/** Returns true if the stage runs on an emulator, which does not run the CDK's functions for custom resources. */
export const isEmulated = ({ stage }: StageMember): boolean => kindOf(stage) === 'emulator'

/** Returns true if buckets are emptied before they are removed. A laptop and an emulator discard theirs anyway. */
export const emptiesBuckets = (staged: StageMember): boolean =>
  isDisposable(staged) && !isLocal(staged) && !isEmulated(staged)

/** Returns true if everything runs on one machine, whose own addresses may then receive notifications. */
export const isLocal = ({ stage }: StageMember): boolean => kindOf(stage) === 'local'
