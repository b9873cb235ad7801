import * as z from 'zod'
import { APIS, type ApiKey, portOf } from './apis.ts'

const API_KEYS = APIS.map(({ key }) => key) as [ApiKey, ...ApiKey[]]

/** The kind of a stage is the first word of its name, so dev-anna and dev-ben are of one kind. */
const kindOf = (stage: string): string => stage.split('-')[0] ?? stage

/** Cognito forbids these words in the domain of sign-in pages. */
const COGNITO_WORDS = /aws|amazon|cognito/

const BucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket: 3 to 63 of a-z, 0-9, . and -')

/** Where a deployment lives and how it behaves; parsed once in bin/, handed down as plain props. */
export const Config = z
  .strictObject({
    /** Names the deployment: stacks are called signet-<stage>-<stack>. */
    stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 of a-z, 0-9 and -, starting with a letter'),
    /** One setting for every function and the native layer: emulators run functions on the host's processor. */
    architecture: z.enum(['arm64', 'x86_64']),
    /**
     * `offline` paints with the built-in stand-in, `sketch` as well but coarsely and fast; `live` asks the providers whose
     * secret has been given a value.
     */
    painters: z.enum(['offline', 'sketch', 'live']),
    /** `offline` invents mentions, `live` reads the platforms of each sentiment monitor. */
    mentions: z.enum(['offline', 'live']),
    /** Whether sentiment monitors may use Amazon Comprehend, which charges for each text. */
    comprehend: z.enum(['off', 'on']),
    /** Emulators have no streaming integrations. There, images are sent whole, up to 4.5 MB. */
    streaming: z.boolean(),
    /** OIDC issuer of sessions, whose keys are at /.well-known/jwks.json below it; goes with sessionClient. */
    sessionIssuer: z.url({ protocol: /^https$/ }).optional(),
    /** Client ID in the tokens of the issuer. */
    sessionClient: z.string().min(1).optional(),
    /** Whether a user pool issues sessions when no issuer is given; emulators have none. */
    userPool: z.boolean(),
    /** Model of Amazon Bedrock, or an inference profile, that improves prompts on request; without it rules do. */
    promptModel: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.:-]*$/, 'must be the id of a model or of an inference profile')
      .optional(),
    /** Model of Amazon Bedrock that embeds texts of the archive; without it words and letters are counted. */
    embeddingModel: z
      .enum([
        'cohere.embed-v4:0',
        'us.cohere.embed-v4:0',
        'eu.cohere.embed-v4:0',
        'global.cohere.embed-v4:0',
        'amazon.titan-embed-text-v2:0',
      ])
      .optional(),
    /**
     * Where the archive's index is: `none` is the bucket (segments), `nextgen` a collection of OpenSearch Serverless that
     * scales to zero, `classic` one whose capacity is always on.
     */
    archiveCollection: z.enum(['none', 'nextgen', 'classic']),
    /** Address that alarms are mailed to; without it the alarms exist and notify nobody. */
    alarmEmail: z.email().optional(),
    /** Address of whoever is on call, for alarms that cannot wait until the morning; without it that of all alarms. */
    pageEmail: z.email().optional(),
    /** The address that mail to people comes from, verified with Amazon SES; without it none is sent. */
    mailFrom: z.email().optional(),
    /** Address that messages and tickets are mailed to; without it they are only stored. */
    supportEmail: z.email().optional(),
    /** Budget in whole dollars a month; the topic of alarms is notified at 80 percent and at 100 percent. */
    monthlyBudget: z.coerce.number().int().positive().optional(),
    /** How many times the limit of one tenant an organisation with several tenants may use on the platform. */
    organisationCeiling: z.coerce.number().int().min(1),
    /** US cents that agents may charge to the saved card of an organisation in a UTC day; 0 forbids it. */
    dailyPurchaseCents: z.coerce.number().int().min(0),
    /** Concurrent executions of the account (the quota "Concurrent executions" of Lambda). */
    concurrency: z.coerce.number().int().min(10).optional(),
    /** Requests a second of an API: sustained rate and burst. */
    throttleRate: z.coerce.number().int().positive(),
    throttleBurst: z.coerce.number().int().positive(),
    /** Origins of pages that may call the APIs from a browser; `*` is any. */
    corsOrigins: z.array(z.union([z.literal('*'), z.url({ protocol: /^https?$/ })])),
    /** Where callers reach an API, by its key, when that is not the address of API Gateway: SIGNET_PUBLIC_URL_IMAGES. */
    publicUrls: z.partialRecord(z.enum(API_KEYS), z.url({ protocol: /^https$/ })),
    /** Header in which the proxy before API Gateway, and no other client, passes on the caller's address. */
    clientAddressHeader: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a header in lower case, such as cloudfront-viewer-address')
      .optional(),
    /** Prefix of the sign-in domain; unique in the region. */
    signInPrefix: z
      .string()
      .regex(
        /^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
        'must be a-z, 0-9 and -, without aws, amazon, cognito',
      )
      .optional(),
    /** Where the browser goes after signing in and after signing out. */
    callbackUrls: z.array(z.url()),
    logoutUrls: z.array(z.url()),
    /** OAuth client of Google, and the name of the secret that holds its secret; people then sign in with Google, too. */
    googleClient: z.string().min(1).optional(),
    googleSecret: z.string().min(1).optional(),
    /** Where the payment processor answers. */
    stripeApi: z.url({ protocol: /^https?$/ }),
    /** `specified`: the products of the specification; `all`: the Agency plan and packs of credits, too. */
    soldProducts: z.enum(['specified', 'all']),
    /**
     * A table that was restored, instead of that of the data stack, which stays as it is; docs/restore.md. The same for each
     * bucket.
     */
    table: z
      .string()
      .regex(/^[a-zA-Z0-9_.-]{3,255}$/, 'must be the name of a table: 3 to 255 of a-z, A-Z, 0-9, _, . and -')
      .optional(),
    bucketImages: BucketName.optional(),
    bucketArchive: BucketName.optional(),
    bucketExports: BucketName.optional(),
    /**
     * Whether what holds data is protected against deletion. `later` is for a first deployment: what is protected cannot be
     * rolled back, and the next attempt would find it in the way. `npm run deploy` decides.
     */
    protection: z.enum(['on', 'later']).default('on'),
    /** Version of the package, shown by GET /v2/health. */
    version: z.string(),
    account: z.string().optional(),
    region: z.string().optional(),
  })
  .refine(({ googleClient, googleSecret }) => (googleClient === undefined) === (googleSecret === undefined), {
    path: ['googleSecret'],
    message: 'goes with SIGNET_GOOGLE_CLIENT: set both or neither',
  })
  .refine(
    ({ stage, archiveCollection }) => archiveCollection === 'none' || !['local', 'emulator'].includes(kindOf(stage)),
    {
      path: ['archiveCollection'],
      message: 'is for AWS: a laptop and an emulator have no OpenSearch Serverless, leave it out there',
    },
  )
  .refine(
    ({ stage, userPool, signInPrefix }) => !userPool || signInPrefix !== undefined || !COGNITO_WORDS.test(stage),
    {
      path: ['signInPrefix'],
      message: 'must be set, because SIGNET_STAGE holds aws, amazon or cognito and the default prefix holds the stage',
    },
  )
  .refine(({ sessionIssuer, sessionClient }) => (sessionIssuer === undefined) === (sessionClient === undefined), {
    path: ['sessionClient'],
    message: 'goes with SIGNET_SESSION_ISSUER: set both or neither',
  })

export type Config = z.infer<typeof Config>

/** Stages with disposable data: their tables and buckets are deleted with the stack. */
const DISPOSABLE: readonly string[] = ['local', 'dev', 'test', 'emulator']

/** Stages that by default call no provider and use the stand-in. */
const OFFLINE: readonly string[] = ['local', 'test', 'emulator']

/** Whether data is retained and everything is monitored. */
export const isProduction = ({ stage }: Config): boolean => ['prod', 'production'].includes(kindOf(stage))

export const isDisposable = ({ stage }: Config): boolean => DISPOSABLE.includes(kindOf(stage))

/** Whether alarms tell of its faults: a disposable stage is looked at by whoever made it, and alarms cost all month. */
export const isWatched = (config: Config): boolean => !isDisposable(config)

/** Whether deleting what holds data is refused. */
export const isProtected = (config: Config): boolean => !isDisposable(config) && config.protection === 'on'

/** Whether the stage lives on an emulator, which runs none of the functions that the CDK itself brings. */
const isEmulated = ({ stage }: Config): boolean => kindOf(stage) === 'emulator'

/** Whether a bucket is emptied before it is removed: a laptop and an emulator forget theirs anyway. */
export const emptiesBuckets = (config: Config): boolean =>
  isDisposable(config) && !isLocal(config) && !isEmulated(config)

/** Whether everything runs on one machine, whose own addresses notifications may then go to. */
export const isLocal = ({ stage }: Config): boolean => kindOf(stage) === 'local'

/** The variable that sets a member of the configuration: alarmEmail is SIGNET_ALARM_EMAIL. */
const variableOf = (member: string): string => `SIGNET_${member.replace(/[A-Z]/g, '_$&').toUpperCase()}`

type Variables = Readonly<Record<string, string | undefined>>

const wordsOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Members that are read unchanged, by the names of their variables. */
const PLAIN = [
  ...([
    'sessionIssuer',
    'sessionClient',
    'promptModel',
    'alarmEmail',
    'pageEmail',
    'monthlyBudget',
    'concurrency',
  ] as const),
  ...(['mailFrom', 'supportEmail', 'organisationCeiling', 'dailyPurchaseCents', 'embeddingModel'] as const),
  ...([
    'throttleRate',
    'throttleBurst',
    'clientAddressHeader',
    'signInPrefix',
    'googleClient',
    'googleSecret',
    'stripeApi',
    'soldProducts',
    'mentions',
    'comprehend',
    'archiveCollection',
    'protection',
    'table',
    'bucketImages',
    'bucketArchive',
    'bucketExports',
  ] as const),
]

const plainMembers = (env: Variables): Record<string, string> =>
  Object.fromEntries(
    PLAIN.flatMap((member) => {
      const text = env[variableOf(member)]
      return text ? [[member, text]] : []
    }),
  )

const publicUrlOf = (key: ApiKey): string => `SIGNET_PUBLIC_URL_${variableOf(key).slice('SIGNET_'.length)}`

const publicUrls = (env: Variables): Record<string, string> =>
  Object.fromEntries(API_KEYS.flatMap((key) => (env[publicUrlOf(key)] ? [[key, env[publicUrlOf(key)] ?? '']] : [])))

/** Pages of the platform between which and the sign-in page the browser goes; Cognito takes http from localhost alone. */
const platformPages = (env: Variables, variable: string, path: string): string[] => {
  const given = wordsOf(env[variable])
  return given.length > 0
    ? given
    : [`${env[publicUrlOf('platform')] ?? `http://localhost:${portOf('platform')}`}${path}`]
}

/** On a laptop mail goes into a folder, so any sender works. */
const LOCAL_MAIL = { mailFrom: 'no-reply@signet.example', supportEmail: 'support@signet.example' }

/** The name of the variable that is wrong. */
const culprit = ([member, key]: readonly PropertyKey[]): string =>
  member === 'publicUrls' && key !== undefined ? publicUrlOf(key as ApiKey) : variableOf(String(member))

/**
 * Reads the configuration from environment variables: SIGNET_STAGE and the others that docs/aws.md lists, and
 * CDK_DEFAULT_ACCOUNT and CDK_DEFAULT_REGION, which the CDK sets.
 *
 * @throws Error naming every variable that is wrong, and the rule that it breaks.
 */
export const readConfig = (env: Variables, version: string): Config => {
  const stage = env.SIGNET_STAGE ?? 'dev'
  const kind = kindOf(stage)
  const parsed = Config.safeParse({
    stage,
    architecture: env.SIGNET_ARCHITECTURE ?? 'arm64',
    painters: env.SIGNET_PAINTERS ?? (OFFLINE.includes(kind) ? 'offline' : 'live'),
    mentions: OFFLINE.includes(kind) ? 'offline' : 'live',
    comprehend: 'off',
    archiveCollection: 'none',
    version,
    streaming: kind !== 'emulator',
    userPool: kind !== 'emulator',
    stripeApi: 'https://api.stripe.com',
    soldProducts: 'specified',
    organisationCeiling: 1,
    dailyPurchaseCents: 10_000,
    throttleRate: 100,
    throttleBurst: 200,
    corsOrigins: wordsOf(env.SIGNET_CORS_ORIGINS),
    publicUrls: publicUrls(env),
    callbackUrls: platformPages(env, 'SIGNET_CALLBACK_URLS', '/api/auth/callback'),
    logoutUrls: platformPages(env, 'SIGNET_LOGOUT_URLS', '/'),
    ...(kind === 'local' ? LOCAL_MAIL : {}),
    ...plainMembers(env),
    ...(env.CDK_DEFAULT_ACCOUNT ? { account: env.CDK_DEFAULT_ACCOUNT } : {}),
    ...(env.CDK_DEFAULT_REGION ? { region: env.CDK_DEFAULT_REGION } : {}),
  })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  ${culprit(path)}: ${message}`)
  throw new Error(`The deployment is not configured correctly; set these variables:\n${lines.join('\n')}`)
}
