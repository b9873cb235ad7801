/**
 * Placeholders of templates. The renderer replaces each with a value; these types let the compiler check templates.
 * `$entity`, `$Entity`, `$kebabs` and so on are forms of the entity's name.
 */
declare const $batchSize: number
declare const $body: unknown
declare const $cents: number
declare const $functionCount: number
declare const $hour: number
declare const $leaseMs: number
declare const $maxBytes: number
declare const $memoryMb: number
declare const $minute: number
declare const $offsetMs: number
declare const $periodMs: number
declare const $readFolders: readonly string[]
declare const $writeFolders: readonly string[]
declare const $secretNames: readonly string[]
declare const $settingNames: readonly string[]
declare const $silentFor: import('aws-cdk-lib').Duration
declare const $throttle: object
declare const $timeoutMs: number
declare const $timeoutSeconds: number
declare const $workerLimits: object
/** Items of lists. Each is the text of one line. */
declare const $alarm: string
declare const $binding: string
declare const $grant: string
declare const $limit: string
declare const $tableVerbs: string
declare const $testValue: string
declare const $value: string
declare const $verb: string
/** `staticSite` of a stack without an API. */
declare const $staticSite: (stack: import('aws-cdk-lib').Stack) => void

/** The function constructs, which a list of the stack creates. */
declare const httpFunction: import('./shared/aws/infrastructure/service-function.ts').ServiceFunction
declare const queueFunction: typeof httpFunction
declare const fileFunction: typeof httpFunction
declare const scheduleFunction: typeof httpFunction
declare const streamFunction: typeof httpFunction
declare const connectionFunction: typeof httpFunction
