import { ceilingsIn } from '@signet/kernel/ceilings'
import { KINDS_OF_EVENTS } from '@signet/receipts'
import * as z from 'zod'
import { APIS, type ApiKey, portOf } from './apis.ts'
import { edgeMembers, edgeProblems, publicUrlsAt } from './edge-config.ts'
import { observeMembers } from './observe-config.ts'

import { isProduction, kindOf, OFFLINE } from './stage-kind.ts'

const API_KEYS = APIS.map(({ key }) => key) as [ApiKey, ...ApiKey[]]

export {
  emptiesBuckets,
  isDisposable,
  isEmulated,
  isLocal,
  isProduction,
  isProtected,
  isWatched,
  kindOf,
} from './stage-kind.ts'

/** Cognito forbids these words in the domain of sign-in pages. */
const COGNITO_WORDS = /aws|amazon|cognito/

/** Ceilings as a variable holds them. The issue is the parser's own sentence, which names the entry and the rule. */
const dailyCeilings = z.string().superRefine((text, context) => {
  try {
    ceilingsIn(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
})
const RECEIPT_KINDS: readonly string[] = KINDS_OF_EVENTS

const isListOfKinds = (text: string): boolean =>
  ['all', 'none'].includes(text) || text.split(',').every((kind) => RECEIPT_KINDS.includes(kind))

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
    /** What is verified with Amazon SES: the domain of that address, or the address itself. */
    mailIdentity: z.string().min(3).optional(),
    /** Address that messages and tickets are mailed to; without it they are only stored. */
    supportEmail: z.email().optional(),
    /** Budget in whole dollars a month; the topic of alarms is notified at 80 percent and at 100 percent. */
    monthlyBudget: z.coerce.number().int().positive().optional(),
    /** How many times the limit of one tenant an organization with several tenants may use on the platform. */
    organizationCeiling: z.coerce.number().int().min(1),
    /** US cents that agents may charge to the saved card of an organization in a UTC day; 0 forbids it. */
    dailyPurchaseCents: z.coerce.number().int().min(0),
    /** Ceilings a day of what costs by use, such as `provider-a=50,mail=1000`; things without one have their default. */
    dailyCeilings,
    /** Concurrent executions of the account (the quota "Concurrent executions" of Lambda). */
    concurrency: z.coerce.number().int().min(10).optional(),
    /** Requests a second of an API: sustained rate and burst. */
    throttleRate: z.coerce.number().int().positive(),
    throttleBurst: z.coerce.number().int().positive(),
    /** Origins of pages that may call the APIs from a browser; `*` is any. */
    corsOrigins: z.array(z.union([z.literal('*'), z.url({ protocol: /^https?$/ })])),
    /** Where callers reach an API, by its key, when that is not the address of API Gateway: SIGNET_PUBLIC_URL_IMAGES. */
    publicUrls: z.partialRecord(z.enum(API_KEYS), z.url({ protocol: /^https$/ })),
    ...edgeMembers,
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
    callbackUrls: z.array(z.url()),
    logoutUrls: z.array(z.url()),
    /** OAuth client of Google, and the name of the secret that holds its secret; people then sign in with Google, too. */
    googleClient: z.string().min(1).optional(),
    googleSecret: z.string().min(1).optional(),
    stripeApi: z.url({ protocol: /^https?$/ }),
    /** Kinds of receipts that are made of what happens: `all`, `none`, or names parted by commas. */
    receiptKinds: z.string().refine(isListOfKinds, {
      error: `must be all, none, or some of ${KINDS_OF_EVENTS.join(', ')}, parted by commas`,
    }),
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
    /**
     * `gradual` shifts functions to new versions step by step and back when alarms ring; `at-once` looks at none, for a mend
     * while they ring, or a restored table.
     */
    shift: z.enum(['gradual', 'at-once']).default('gradual'),
    ...observeMembers,
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
  .refine(({ stage, edge }) => edge === 'off' || kindOf(stage) !== 'emulator', {
    path: ['edge'],
    message: 'must be off on an emulator, which has no CloudFront',
  })
  .superRefine((settings, { addIssue }) => {
    // A laptop's front is known by its port.
    if (kindOf(settings.stage) === 'local') return
    for (const problem of edgeProblems(settings)) addIssue({ code: 'custom', ...problem })
  })
  .refine(({ stage, operators }) => operators !== '*' || kindOf(stage) === 'local', {
    path: ['operators'],
    message: 'must name people: everybody signed in is an operator on a laptop only',
  })
  .refine(({ sessionIssuer, sessionClient }) => (sessionIssuer === undefined) === (sessionClient === undefined), {
    path: ['sessionClient'],
    message: 'goes with SIGNET_SESSION_ISSUER: set both or neither',
  })

export type Config = z.infer<typeof Config>

/** The variable that sets a member of the configuration: alarmEmail is SIGNET_ALARM_EMAIL. */
const variableOf = (member: string): string => `SIGNET_${member.replace(/[A-Z]/g, '_$&').toUpperCase()}`

type Variables = Readonly<Record<string, string | undefined>>

const wordsOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Members that follow from others, or are read in a way of their own. All others are read as their variables have them. */
const DERIVED: readonly string[] = [
  ...(['stage', 'streaming', 'userPool', 'version', 'account', 'region'] satisfies (keyof Config)[]),
  ...(['corsOrigins', 'publicUrls', 'callbackUrls', 'logoutUrls'] satisfies (keyof Config)[]),
]

const plainMembers = (env: Variables): Record<string, string> =>
  Object.fromEntries(
    Object.keys(Config.shape).flatMap((member) => {
      const text = DERIVED.includes(member) ? undefined : env[variableOf(member)]
      return text ? [[member, text]] : []
    }),
  )

const publicUrlOf = (key: ApiKey): string => `SIGNET_PUBLIC_URL_${variableOf(key).slice('SIGNET_'.length)}`

const publicUrls = (env: Variables): Partial<Record<ApiKey, string>> =>
  Object.fromEntries(API_KEYS.flatMap((key) => (env[publicUrlOf(key)] ? [[key, env[publicUrlOf(key)] ?? '']] : [])))

/**
 * Pages of the platform between which and the sign-in page the browser goes. Cognito wants one: a stage whose address is not
 * known yet has one that leads nowhere, as a page of the reader's own machine could be anybody's.
 */
const platformPages = (given: string[], platform: string, path: string): string[] =>
  given.length > 0 ? given : [`${platform.replace(/\/$/, '')}${path}`]

/** Of a name that nobody can have (RFC 2606, section 2). */
const UNKNOWN_ADDRESS = 'https://not-known-yet.invalid'

/** On a laptop mail goes into a folder, so any sender works. */
const LOCAL_MAIL = { mailFrom: 'no-reply@signet.example', supportEmail: 'support@signet.example' }

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
  const edge = env.SIGNET_EDGE || (kind === 'local' ? 'on' : 'off')
  const urls = publicUrlsAt(publicUrls(env), edge, env.SIGNET_DOMAIN || undefined)
  const platform = urls.platform ?? (kind === 'local' ? `http://localhost:${portOf('platform')}` : UNKNOWN_ADDRESS)
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
    receiptKinds: 'all',
    organizationCeiling: 1,
    dailyPurchaseCents: 10_000,
    dailyCeilings: 'none',
    throttleRate: 100,
    throttleBurst: 200,
    edge,
    edgeRate: 6000,
    signUpRate: 60,
    originKey: 1,
    operators: kind === 'local' ? '*' : 'none',
    spanSample: isProduction({ stage }) ? 0.1 : 1,
    corsOrigins: wordsOf(env.SIGNET_CORS_ORIGINS),
    publicUrls: urls,
    callbackUrls: platformPages(wordsOf(env.SIGNET_CALLBACK_URLS), platform, '/api/auth/callback'),
    logoutUrls: platformPages(wordsOf(env.SIGNET_LOGOUT_URLS), platform, '/'),
    ...(kind === 'local' ? LOCAL_MAIL : {}),
    ...plainMembers(env),
    ...(env.CDK_DEFAULT_ACCOUNT ? { account: env.CDK_DEFAULT_ACCOUNT } : {}),
    ...(env.CDK_DEFAULT_REGION ? { region: env.CDK_DEFAULT_REGION } : {}),
  })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  ${culprit(path)}: ${message}`)
  throw new Error(`The deployment is not configured correctly; set these variables:\n${lines.join('\n')}`)
}
