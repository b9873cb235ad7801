import { ceilingsIn } from '@signet/kernel/ceilings'
import { KINDS_OF_EVENTS } from '@signet/receipts'
import * as z from 'zod'
import { APIS, type ApiName, portOf } from './apis.ts'
import { edgeMembers, edgeProblems, publicUrlsAt } from './edge-config.ts'
import { observeMembers } from './observe-config.ts'
import { isProduction, kindOf, OFFLINE_STAGES } from './stage-kind.ts'

const API_NAMES = APIS.map(({ key }) => key) as [ApiName, ...ApiName[]]

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

/** Words that Cognito forbids in the domain of sign-in pages. */
const COGNITO_WORDS = /aws|amazon|cognito/

/** Daily ceilings as text. The issue is the parser's own message, which names the entry and the rule. */
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

/** The account, region and behavior of a deployment. Parsed once in bin/ and passed on as props. */
export const Config = z
  .strictObject({
    /** Name of the deployment: its stacks are signet-<stage>-<stack>. */
    stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 of a-z, 0-9 and -, starting with a letter'),
    /** Processor architecture of functions and the native layer; emulators run functions on the host's processor. */
    architecture: z.enum(['arm64', 'x86_64']),
    /**
     * `offline` generates images with the built-in stand-in; `sketch` does the same, coarser and faster; `live` calls
     * the providers whose secret has a value.
     */
    painters: z.enum(['offline', 'sketch', 'live']),
    /** `offline` generates simulated mentions; `live` reads the platforms of each sentiment monitor. */
    mentions: z.enum(['offline', 'live']),
    /** Permission for sentiment monitors to use Amazon Comprehend, which charges per text. */
    comprehend: z.enum(['off', 'on']),
    /** Emulators have no streaming integrations: they return images in one piece, up to 4.5 MB. */
    streaming: z.boolean(),
    /** OIDC issuer of sessions, with its keys at /.well-known/jwks.json below it; requires sessionClient. */
    sessionIssuer: z.url({ protocol: /^https$/ }).optional(),
    sessionClient: z.string().min(1).optional(),
    /** True if a user pool issues sessions when no issuer is configured; false on emulators, which have none. */
    userPool: z.boolean(),
    /** Model or inference profile of Amazon Bedrock that improves prompts on request; without it rules improve them. */
    promptModel: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.:-]*$/, 'must be the ID of a model or of an inference profile')
      .optional(),
    /** Model of Amazon Bedrock that embeds texts of the archive; without it embeddings count words and letters. */
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
     * Location of the archive's index: `none` is segments in the bucket, `nextgen` a collection of OpenSearch
     * Serverless that scales to zero, `classic` a collection with permanent capacity.
     */
    archiveCollection: z.enum(['none', 'nextgen', 'classic']),
    /** Address that receives mail about alarms; without it alarms exist but send no mail. */
    alarmEmail: z.email().optional(),
    /** Address of the person on call, for alarms that cannot wait until the morning; default: alarmEmail. */
    pageEmail: z.email().optional(),
    /** Sender address of mail to people, verified with Amazon SES; without it no mail is sent. */
    mailFrom: z.email().optional(),
    /** Identity verified with Amazon SES: the domain of mailFrom, or that address itself. */
    mailIdentity: z.string().min(3).optional(),
    /** Address that receives support messages and tickets by mail; without it they are only stored. */
    supportEmail: z.email().optional(),
    /** Monthly budget in whole dollars; the alarm topic is notified at 80 and at 100 percent. */
    monthlyBudget: z.coerce.number().int().positive().optional(),
    /** Factor by which an organization with several tenants can exceed one tenant's limit for scaffolds and images. */
    organizationCeiling: z.coerce.number().int().min(1),
    /** US cents per UTC day that agents may charge to the saved card of an organization; 0 forbids purchases. */
    dailyPurchaseCents: z.coerce.number().int().min(0),
    /** Daily ceilings of usage-based costs, such as `provider-a=50,mail=1000`; omitted categories have their default. */
    dailyCeilings,
    /** Concurrent executions of the account (Lambda's quota "Concurrent executions"). */
    concurrency: z.coerce.number().int().min(10).optional(),
    /** Requests per second of an API: sustained rate and burst. */
    throttleRate: z.coerce.number().int().positive(),
    throttleBurst: z.coerce.number().int().positive(),
    /** Origins of pages that may call the APIs from a browser; `*` permits any. */
    corsOrigins: z.array(z.union([z.literal('*'), z.url({ protocol: /^https?$/ })])),
    /** Public base addresses of APIs by key, such as SIGNET_PUBLIC_URL_IMAGES; default: the address of API Gateway. */
    publicUrls: z.partialRecord(z.enum(API_NAMES), z.url({ protocol: /^https$/ })),
    ...edgeMembers,
    /** Header with the caller's address, set by the proxy before API Gateway; clients must not be able to set it. */
    clientAddressHeader: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a header in lower case, such as cloudfront-viewer-address')
      .optional(),
    /** Prefix of the sign-in domain; unique within the region. */
    signInPrefix: z
      .string()
      .regex(
        /^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
        'must be a-z, 0-9 and -, without aws, amazon, cognito',
      )
      .optional(),
    callbackUrls: z.array(z.url()),
    logoutUrls: z.array(z.url()),
    /** OAuth client for sign-ins with Google, and the name of the secret that contains its client secret. */
    googleClient: z.string().min(1).optional(),
    googleSecret: z.string().min(1).optional(),
    stripeApi: z.url({ protocol: /^https?$/ }),
    /** Kinds of events that produce receipts: `all`, `none`, or names separated by commas. */
    receiptKinds: z.string().refine(isListOfKinds, {
      error: `must be all, none, or some of ${KINDS_OF_EVENTS.join(', ')}, separated by commas`,
    }),
    /** `specified`: the products of the specification; `all`: also the Agency plan and credit packs. */
    soldProducts: z.enum(['specified', 'all']),
    /**
     * Restored table to use instead of that of the data stack, which is retained (docs/restore.md). The bucket settings
     * do the same.
     */
    table: z
      .string()
      .regex(/^[a-zA-Z0-9_.-]{3,255}$/, 'must be the name of a table: 3 to 255 of a-z, A-Z, 0-9, _, . and -')
      .optional(),
    bucketImages: BucketName.optional(),
    bucketArchive: BucketName.optional(),
    bucketExports: BucketName.optional(),
    /**
     * `on` protects stacks and stores of data from deletion. `later` is for a first deployment: CloudFormation cannot
     * roll back protected resources, and they would block the next attempt. `npm run deploy` sets it.
     */
    protection: z.enum(['on', 'later']).default('on'),
    /**
     * `gradual` shifts functions to new versions in steps, and back during alarms. `at-once` ignores alarms: for a fix
     * during an alarm, or for a restored table.
     */
    shift: z.enum(['gradual', 'at-once']).default('gradual'),
    ...observeMembers,
    /** Version of the package, returned by GET /v2/health. */
    version: z.string(),
    account: z.string().optional(),
    region: z.string().optional(),
  })
  .refine(({ googleClient, googleSecret }) => (googleClient === undefined) === (googleSecret === undefined), {
    path: ['googleSecret'],
    message: 'requires SIGNET_GOOGLE_CLIENT: set both or neither',
  })
  .refine(
    ({ stage, archiveCollection }) => archiveCollection === 'none' || !['local', 'emulator'].includes(kindOf(stage)),
    {
      path: ['archiveCollection'],
      message: 'is for AWS only: a laptop and an emulator have no OpenSearch Serverless; remove the variable',
    },
  )
  .refine(
    ({ stage, userPool, signInPrefix }) => !userPool || signInPrefix !== undefined || !COGNITO_WORDS.test(stage),
    {
      path: ['signInPrefix'],
      message:
        'must be set, because SIGNET_STAGE contains aws, amazon or cognito and the default prefix contains the stage',
    },
  )
  .refine(({ stage, edge }) => edge === 'off' || kindOf(stage) !== 'emulator', {
    path: ['edge'],
    message: 'must be off on an emulator, which has no CloudFront',
  })
  .superRefine((settings, { addIssue }) => {
    // A laptop has no CloudFront: the local runner serves the edge at a port.
    if (kindOf(settings.stage) === 'local') return
    for (const problem of edgeProblems(settings)) addIssue({ code: 'custom', ...problem })
  })
  .refine(({ stage, operators }) => operators !== '*' || kindOf(stage) === 'local', {
    path: ['operators'],
    message: 'must be a list of user IDs: only on a laptop can every user be an operator',
  })
  .refine(({ sessionIssuer, sessionClient }) => (sessionIssuer === undefined) === (sessionClient === undefined), {
    path: ['sessionClient'],
    message: 'requires SIGNET_SESSION_ISSUER: set both or neither',
  })

export type Config = z.infer<typeof Config>

/** Returns the variable of a member of the configuration: SIGNET_ALARM_EMAIL for alarmEmail. */
const variableOf = (member: string): string => `SIGNET_${member.replace(/[A-Z]/g, '_$&').toUpperCase()}`

type Variables = Readonly<Record<string, string | undefined>>

const listOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Members that are derived from others or parsed separately. All others are read from their variables unchanged. */
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

const publicUrlVariable = (key: ApiName): string => `SIGNET_PUBLIC_URL_${variableOf(key).slice('SIGNET_'.length)}`

const publicUrls = (env: Variables): Partial<Record<ApiName, string>> =>
  Object.fromEntries(
    API_NAMES.flatMap((key) => (env[publicUrlVariable(key)] ? [[key, env[publicUrlVariable(key)] ?? '']] : [])),
  )

/**
 * Returns the addresses to which the sign-in page redirects: those configured, or else one page of the platform, because
 * Cognito requires at least one. A stage without a known address gets an address that does not resolve: a page on
 * localhost could belong to any program.
 */
const platformPages = (configured: string[], platform: string, path: string): string[] =>
  configured.length > 0 ? configured : [`${platform.replace(/\/$/, '')}${path}`]

/** Address under a top-level domain that never resolves (RFC 2606, section 2). */
const UNKNOWN_ADDRESS = 'https://not-known-yet.invalid'

/** On a laptop, mail is written into a folder, so any sender works. */
const LOCAL_MAIL = { mailFrom: 'no-reply@signet.example', supportEmail: 'support@signet.example' }

const variableAt = ([member, key]: readonly PropertyKey[]): string =>
  member === 'publicUrls' && key !== undefined ? publicUrlVariable(key as ApiName) : variableOf(String(member))

/**
 * Reads the configuration from environment variables: SIGNET_STAGE and the others in docs/aws.md, and
 * CDK_DEFAULT_ACCOUNT and CDK_DEFAULT_REGION, which the CDK sets.
 * @throws Error with every invalid variable and the rule that it breaks.
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
    painters: env.SIGNET_PAINTERS ?? (OFFLINE_STAGES.includes(kind) ? 'offline' : 'live'),
    mentions: OFFLINE_STAGES.includes(kind) ? 'offline' : 'live',
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
    corsOrigins: listOf(env.SIGNET_CORS_ORIGINS),
    publicUrls: urls,
    callbackUrls: platformPages(listOf(env.SIGNET_CALLBACK_URLS), platform, '/api/auth/callback'),
    logoutUrls: platformPages(listOf(env.SIGNET_LOGOUT_URLS), platform, '/'),
    ...(kind === 'local' ? LOCAL_MAIL : {}),
    ...plainMembers(env),
    ...(env.CDK_DEFAULT_ACCOUNT ? { account: env.CDK_DEFAULT_ACCOUNT } : {}),
    ...(env.CDK_DEFAULT_REGION ? { region: env.CDK_DEFAULT_REGION } : {}),
  })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  ${variableAt(path)}: ${message}`)
  throw new Error(`The deployment is not configured correctly. Set these variables:\n${lines.join('\n')}`)
}
