/** The kind of a stage is the first word of its name, so dev-anna and dev-ben are of one kind. */
export const kindOf = (stage: string): string => stage.split('-')[0] ?? stage

interface StageMember {
  readonly stage: string
}

/** Stages with disposable data: their tables and buckets are deleted with the stack. */
const DISPOSABLE: readonly string[] = ['local', 'dev', 'test', 'emulator']

/** Stages that by default call no provider and use the stand-in. */
export const OFFLINE: readonly string[] = ['local', 'test', 'emulator']

/** Whether data is retained and everything is monitored. */
export const isProduction = ({ stage }: StageMember): boolean => ['prod', 'production'].includes(kindOf(stage))

export const isDisposable = ({ stage }: StageMember): boolean => DISPOSABLE.includes(kindOf(stage))

/** Whether alarms tell of its faults: a disposable stage is looked at by whoever made it, and alarms cost all month. */
export const isWatched = (staged: StageMember): boolean => !isDisposable(staged)

export const isProtected = (config: StageMember & { readonly protection: 'on' | 'later' }): boolean =>
  !isDisposable(config) && config.protection === 'on'

/** Whether the stage lives on an emulator, which runs none of the functions that the CDK itself brings. */
export const isEmulated = ({ stage }: StageMember): boolean => kindOf(stage) === 'emulator'

/** Whether a bucket is emptied before it is removed: a laptop and an emulator forget theirs anyway. */
export const emptiesBuckets = (staged: StageMember): boolean =>
  isDisposable(staged) && !isLocal(staged) && !isEmulated(staged)

/** Whether everything runs on one machine, whose own addresses notifications may then go to. */
export const isLocal = ({ stage }: StageMember): boolean => kindOf(stage) === 'local'
